/** Standing before one's own mistake again: any move is right that loses less than an inaccuracy. */
import type { MistakeAnswer, MistakeInfo, TriedMove } from '../generated/protocol.ts';
import { Exercise, type Wiring } from './exercise.svelte.ts';
import type { puzzleApi } from './puzzle-api.ts';

type Server = Pick<typeof puzzleApi, 'tryAtMistake' | 'answerMistake' | 'betterMove'>;

export class MistakeRun extends Exercise {
  /** What the last move was worth, until another one is picked. */
  answer: MistakeAnswer | null = $state.raw(null);
  /** Whether it was found without a wrong move; null while it goes on. */
  right: boolean | null = $state(null);
  given = $state(false);

  constructor(
    readonly info: MistakeInfo,
    private readonly server: Server,
    wiring: Wiring,
  ) {
    super(info.position, info.legal, wiring);
  }

  get #place(): [string, number] {
    return [this.info.item.table!, this.info.item.ply!];
  }

  get #due(): number {
    return this.info.item.due ?? 0;
  }

  protected override tryMove(move: string): Promise<TriedMove> {
    return this.server.tryAtMistake(...this.#place, move);
  }

  override pick(move: string | null): void {
    super.pick(move);
    if (move) this.answer = null;
  }

  protected override async judge(move: string): Promise<void> {
    this.answer = await this.server.answerMistake(...this.#place, move, this.#due);
    const found = this.answer.better !== null;
    this.right ??= found;
    if (found) this.legal = [];
    else this.picked = null;
  }

  reveal(): Promise<void> {
    return this.ask(async () => {
      this.answer = await this.server.betterMove(...this.#place, this.#due);
      this.right ??= false;
      this.given = true;
      this.legal = [];
      this.picked = this.answer.better;
    });
  }
}
