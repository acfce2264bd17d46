/** Solving a puzzle: answers, hints, giving up, and the solution afterwards. */
import type {
  AttemptInfo,
  Ply,
  PuzzleAnswer,
  PuzzleHint,
  PuzzleInfo,
  PuzzleSolution,
  TriedMove,
} from '../generated/protocol.ts';
import { Exercise, type Wiring } from './exercise.svelte.ts';
import type { puzzleApi } from './puzzle-api.ts';

type Server = Pick<typeof puzzleApi, 'tryMove' | 'answer' | 'hint' | 'giveUp' | 'again' | 'vote'>;
export type Wrong = Pick<PuzzleAnswer, 'move' | 'loss' | 'reason'>;
/** The most telling hint names the place. */
const HINTS = 3;

export class PuzzleRun extends Exercise {
  attempt: AttemptInfo = $state.raw()!;
  solution: PuzzleSolution | null = $state.raw(null);
  /** The last wrong move, until another one is picked. */
  wrong: Wrong | null = $state.raw(null);
  /** The first wrong move, to compare its outcomes. */
  mistake: string | null = $state(null);
  hint: PuzzleHint | null = $state.raw(null);
  /** Which position of the solution is shown. */
  at = $state(0);

  constructor(
    readonly info: PuzzleInfo,
    private readonly server: Server,
    /** Answers need somebody to keep them for. */
    private readonly ensurePerson: () => Promise<unknown>,
    wiring: Wiring,
  ) {
    super(info.position, info.solution ? [] : info.legal, wiring);
    this.attempt = info.attempt;
    this.#end(info.solution, 0);
  }

  protected override tryMove(move: string): Promise<TriedMove> {
    return this.server.tryMove(this.info.id, move);
  }

  override pick(move: string | null): void {
    super.pick(move);
    if (move) this.wrong = null;
  }

  protected override async judge(move: string): Promise<void> {
    await this.ensurePerson();
    const said = await this.server.answer(this.info.id, this.attempt.turn, move);
    this.attempt = said.attempt;
    if (!said.right) {
      this.picked = null;
      this.wrong = said;
      this.mistake ??= said.move;
      return;
    }
    this.hint = this.wrong = null;
    await this.play(said.plies, said.legal);
    this.#end(said.solution);
  }

  /** The next hint, or the most telling one again. */
  giveHint(): Promise<void> {
    return this.ask(async () => {
      await this.ensurePerson();
      const number = Math.min(HINTS, (this.hint?.number ?? 0) + 1);
      this.hint = await this.server.hint(this.info.id, this.attempt.turn, number);
      this.attempt = { ...this.attempt, hints: Math.max(this.attempt.hints, number) };
      this.wrong = null;
    });
  }

  get hasMoreHints(): boolean {
    return (this.hint?.number ?? 0) < HINTS;
  }

  giveUp(): Promise<void> {
    return this.ask(async () => {
      await this.ensurePerson();
      const said = await this.server.giveUp(this.info.id);
      this.attempt = said.attempt;
      const plies = said.solution!.plies;
      // From where the solver is: what they have found is on the board.
      const found = plies.findIndex(({ ply }) => ply === this.shown.ply);
      this.hint = this.wrong = null;
      await this.play(plies.slice(found + 1), []);
      this.#end(said.solution);
    });
  }

  vote(vote: number): Promise<void> {
    return this.ask(async () => {
      const wanted = vote === this.attempt.vote ? 0 : vote;
      await this.server.vote(this.info.id, wanted);
      this.attempt = { ...this.attempt, vote: wanted };
    });
  }

  /** Show a position of the solution. */
  step(to: number): void {
    const [before, after] = [this.solution?.plies[this.at], this.solution?.plies[to]];
    if (!before || !after) return;
    if (to === this.at + 1) this.wiring.onshow(before.view, after.view, after.events);
    this.at = to;
    this.#show(after);
  }

  #show(ply: Ply): void {
    this.shown = ply;
  }

  #end(solution: PuzzleSolution | null, at?: number): void {
    this.solution = solution;
    if (!solution) return;
    this.legal = [];
    this.at = at ?? solution.plies.length - 1;
    this.#show(solution.plies[this.at]!);
  }
}
