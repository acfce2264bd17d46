/** Builds a move from what the player picks: a colour from the hand, then a mandala and the number of cards. */
import { settings } from '../../lib/settings.svelte.ts';
import type { Colour } from '../../lib/colours.ts';
import type { BoardProps } from '../game-ui.ts';
import * as moves from './moves.ts';

type Props = Pick<
  BoardProps<'flowers'>,
  'view' | 'seat' | 'legal' | 'picked' | 'onpick' | 'onillegal' | 'onconsider' | 'previewOf'
>;

/** Cards as they would lie at a mandala after the move. */
export interface Ghost {
  seat: number;
  colour: Colour | '?';
  count: number;
  /** None of the player's cards there would count for the majority; null until the preview says so. */
  uncounted: boolean | null;
}

const textOf = (play: moves.Play) => moves.playText(play.mandala, play.colour, play.count);

export class MoveBuilder {
  #lifted = $state<Colour | null>(null);
  /** Placed, but the number of cards is still to be chosen. */
  #laid = $state<moves.Play | null>(null);
  readonly #props: () => Props;

  constructor(props: () => Props) {
    this.#props = props;
  }

  readonly liftable = $derived.by(() => moves.liftable(this.#props().legal));
  readonly takeable = $derived.by(() => moves.takeable(this.#props().legal));
  readonly asks = $derived.by(() => this.#laid !== null && this.#props().legal.includes(textOf(this.#laid)));
  readonly play = $derived.by(() => moves.readPlay(this.#props().picked) ?? (this.asks ? this.#laid : null));
  /** Null also if a move is only shown: nothing is legal then. */
  readonly held = $derived.by(() => {
    const colour = this.play?.colour ?? this.#lifted;
    return colour && this.liftable.has(colour) ? colour : null;
  });
  readonly targets = $derived.by(() => moves.targets(this.#props().legal, this.held));
  readonly counts = $derived.by(() =>
    this.play ? moves.counts(this.#props().legal, this.play.mandala, this.play.colour) : [],
  );
  /** The cards as they would lie: face up, until the preview says that they lie face down. */
  readonly ghost = $derived.by((): Ghost | null => {
    const { view, seat, previewOf } = this.#props();
    if (!this.play) return null;
    const played = previewOf(textOf(this.play)).find((one) => one.event === 'play');
    const colour = played?.face_up === false ? '?' : this.play.colour;
    const uncounted = played ? played.uncounted === true : null;
    return { seat: view.to_move ?? seat, colour, count: this.play.count, uncounted };
  });

  /** Lift a colour; null puts everything back. */
  lift(colour: Colour | null): void {
    const { legal, picked, onpick, onillegal } = this.#props();
    if (colour && !this.liftable.has(colour)) {
      if (legal.length) onillegal(moves.playText(1, colour, 1));
      return;
    }
    if (picked !== null) onpick(null);
    this.#laid = null;
    this.#lifted = colour;
  }

  place(mandala: number, colour: Colour): void {
    this.choose(this.#playAt(mandala, colour));
  }

  /** The pointer or focus is on a mandala: its move may be picked next. */
  consider(mandala: number): void {
    if (!this.held) return;
    const text = textOf(this.#playAt(mandala, this.held));
    if (this.#props().legal.includes(text)) this.#props().onconsider(text);
  }

  #playAt(mandala: number, colour: Colour): moves.Play {
    const { legal } = this.#props();
    const before = this.play?.colour === colour ? this.play.count : 0;
    const stays = moves.counts(legal, mandala, colour).includes(before);
    const count = stays ? before : moves.fewest(legal, mandala, colour);
    return { kind: 'play', mandala, colour, count };
  }

  setCount(count: number): void {
    if (this.play && count > 0) this.choose({ ...this.play, count });
  }

  take(side: moves.Side): void {
    const { legal, picked, onpick, onillegal } = this.#props();
    const text = moves.takeText(side);
    if (!legal.includes(text)) onillegal(text);
    else onpick(picked === text ? null : text);
  }

  /** The player confirms the number of cards. */
  done(): void {
    if (!this.#laid) return;
    const text = textOf(this.#laid);
    this.#laid = null;
    this.#props().onpick(text);
  }

  /** If moves are not confirmed, the number of cards is chosen before the move is picked. */
  private choose(play: moves.Play): void {
    const { legal, onpick, onillegal, onconsider } = this.#props();
    const text = textOf(play);
    if (!legal.includes(text)) return onillegal(text);
    this.#lifted = null;
    const asks = !settings.confirm && moves.counts(legal, play.mandala, play.colour).length > 1;
    this.#laid = asks ? play : null;
    for (const count of [play.count, play.count - 1, play.count + 1]) {
      const near = textOf({ ...play, count });
      if (legal.includes(near)) onconsider(near); // so that the stepper does not flicker
    }
    if (!asks) onpick(text);
  }
}
