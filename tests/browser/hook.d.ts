/** What the page shows of itself, see `hook` in www/app/main.js. */
interface Window {
  readonly merels: {
    readonly line: string;
    readonly legal: string[];
    readonly thinking: boolean;
    /** The exact values of first placings, which the computer is given. */
    readonly schooling: Record<string, 'waiting' | 'learning' | 'learnt' | 'refused'>;
    readonly outcome: { winner: 'white' | 'black' | null; reason: string; text: string } | null;
  };
}
