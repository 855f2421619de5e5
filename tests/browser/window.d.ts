/** See www/app/test-view.ts. */
interface Window {
  readonly merels: {
    readonly line: string;
    readonly legal: string[];
    readonly thinking: boolean;
    /** The data files that the computer loads, and how far each has come. */
    readonly files: Record<string, 'waiting' | 'loading' | 'loaded' | 'refused'>;
    readonly outcome: { winner: 'white' | 'black' | null; reason: string; text: string } | null;
  };
}
