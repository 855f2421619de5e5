// A program that uses the package, for the compiler to check: what is wrong here must be an error,
// what is right none.
import init, { Engine, Game, GameFile, Solver, rules, solvable, variants } from 'merels';
import type { ExactValue, GameState, LegalMove, Reading, Refusal, SearchInfo, Side } from 'merels';

await init();
const game: Game = Game.start('nine');
const state: GameState = game.state();
const turn: Side = state.turn;
const first: LegalMove | undefined = state.legal[0];
if (first?.kind === 'place') game.play(first.text);
const next: string[] = game.legal();
// @ts-expect-error a turn is a text
game.play(3);
// @ts-expect-error there is no such side
game.resign('green');

const reading: Reading = Game.readBegin('[Variant "Windmill"] 1. d6', null, null);
const games: string[] = reading.games;
const partly: boolean = reading.leftOut || reading.error !== null;
const mfen: string | undefined = reading.game.mfen();
// @ts-expect-error an answer is a rule set
Game.readBegin('1. d6', 'nine', 9);

const engine = new Engine(1);
engine.setPosition(game.line(), []);
engine.go({ depth: 2, lines: 2 });
while (!engine.step(1000));
const lines: SearchInfo[] = engine.lines();
const best: string | null = engine.bestMove();
// @ts-expect-error there may be none
const always: string = engine.bestMove();
// @ts-expect-error a limit is a number
engine.go({ depth: 'two' });

const solver = Solver.start('three', 'all');
while (solver.step());
const value: ExactValue | undefined = solver.values(Game.start('three').line())?.value;
const sizes: number[] = variants().map(({ men }) => men);
const extent: 'all' | 'endgames' | null = solvable(rules('six').spec).extent;
const names: string[] = new GameFile('1. d6 *').read(5).flatMap(({ game }) => game?.white ?? []);

/** Nothing of the boundary is untyped. */
type IsAny<T> = 0 extends 1 & T ? true : false;
const typed: [
  IsAny<typeof state>,
  IsAny<typeof lines>,
  IsAny<ReturnType<Game['review']>>,
  IsAny<ReturnType<GameFile['read']>>,
  IsAny<Refusal['params']>,
] = [false, false, false, false, false];
export { always, best, extent, games, mfen, names, next, partly, sizes, turn, typed, value };
