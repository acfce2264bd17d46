/** What the player is about to do: a colour lifted from hand, then a move, which the bar under the board confirms. */
import type { View } from '../../generated/mandala.ts';
import type { Colour } from '../../lib/colours.ts';
import type { GameEvent } from '../game-ui.ts';
import { countsAt, moveText, place, readMove, takeable, targetsOf, withCount } from './moves.ts';
import type { Pick, Target } from './moves.ts';

export interface PickingProps {
  view: View;
  seat: number;
  legal: readonly string[];
  picked: string | null;
  onpick: (move: string | null) => void;
  onillegal: (move: string) => void;
  onconsider: (move: string) => void;
  previewOf: (move: string) => readonly GameEvent[];
  /** A picked move waits to be confirmed; without it, the number of cards must be settled before the move is picked. */
  confirmed: boolean;
}

export class Picking {
  #props: () => PickingProps;
  #lifted = $state<Colour | null>(null);
  #unsettled = $state<string | null>(null);
  #seen: string | null = null;

  constructor(props: () => PickingProps) {
    this.#props = props;
  }

  get #move(): string | null {
    const { picked, legal } = this.#props();
    return picked ?? (this.#unsettled && legal.includes(this.#unsettled) ? this.#unsettled : null);
  }

  /** The move being prepared. */
  get pick(): Pick | null {
    return this.#move ? readMove(this.#move) : null;
  }

  /** The number of cards is still to be settled here, as no bar will ask. */
  get unsettled(): boolean {
    return this.#move !== null && this.#props().picked === null;
  }

  /** The colour in hand that is lifted. */
  get held(): Colour | null {
    const colour = this.pick?.target === 'T' ? null : (this.pick?.colour ?? this.#lifted);
    return colour && this.#inHand(colour) ? colour : null;
  }

  #inHand(colour: Colour): number {
    const { view, seat } = this.#props();
    return view.players[seat]?.hand?.[colour] ?? 0;
  }

  get takeable(): Colour[] {
    return takeable(this.#props().legal);
  }

  /** Whether cards from hand may be played now at all. */
  get mayPlay(): boolean {
    return this.#props().legal.length > 0 && this.takeable.length === 0;
  }

  /** `open`: the lifted colour may go there; `shut`: it may not; null: there is nothing to be put. */
  at(target: Target): 'open' | 'shut' | null {
    if (!this.held || !this.mayPlay) return null;
    return targetsOf(this.#props().legal, this.held).includes(target) ? 'open' : 'shut';
  }

  /** The numbers to choose from, where there is a choice. */
  get counts(): number[] {
    const pick = this.pick;
    if (!pick || pick.target === 'T' || pick.target.startsWith('M')) return [];
    return this.#inHand(pick.colour) > 1 ? countsAt(this.#props().legal, pick.target, pick.colour) : [];
  }

  /** Lifting what is lifted lays it down. */
  lift(colour: Colour): void {
    const again = this.held === colour && !this.pick;
    this.grasp(again ? null : colour);
  }

  grasp(colour: Colour | null): void {
    this.#lifted = colour;
    this.#unsettled = null;
    this.#giveUp();
  }

  #giveUp(): void {
    this.#seen = null;
    if (this.#props().picked) this.#props().onpick(null);
  }

  /** The pointer or the focus is at a target: what a move there would do may be asked next. */
  consider(target: Target): void {
    const { legal, onconsider } = this.#props();
    const move = this.held && place(legal, target, this.held);
    if (move) onconsider(move);
  }

  put(target: Target): void {
    const { legal, onillegal, confirmed } = this.#props();
    const colour = this.held;
    if (!colour) return;
    if (this.unsettled && this.pick?.target === target) return this.settle();
    const move = place(legal, target, colour);
    if (!move) return onillegal(moveText(target, colour, 1));
    this.#choose(move, confirmed || countsAt(legal, target, colour).length < 2);
  }

  settle(): void {
    if (this.#move) this.#choose(this.#move, true);
  }

  #choose(move: string, settled: boolean): void {
    this.#unsettled = settled ? null : move;
    this.#considerNear(move);
    if (settled) this.#props().onpick(move);
    else this.#giveUp();
  }

  /** Where the stepper leads, nothing shall flicker. */
  #considerNear(move: string): void {
    const { legal, onconsider } = this.#props();
    const count = readMove(move)?.count ?? 1;
    for (const near of [withCount(move, count - 1), withCount(move, count + 1)])
      if (near !== move && legal.includes(near)) onconsider(near);
  }

  take(colour: Colour): void {
    this.#props().onpick(`T${colour}`);
  }

  setCount(count: number): void {
    const { legal, onillegal } = this.#props();
    const pick = this.pick;
    if (!pick || !this.#move || count < 1 || count > this.#inHand(pick.colour)) return;
    const move = withCount(this.#move, count);
    if (legal.includes(move)) this.#choose(move, !this.unsettled);
    else onillegal(move);
  }

  drop(): void {
    this.grasp(null);
  }

  over(): void {
    this.#lifted = null;
    this.#unsettled = null;
  }

  /** Told of each picked move: if it was cancelled elsewhere, what was lifted is laid down. */
  watch(picked: string | null): void {
    if (this.#seen && !picked) this.over();
    this.#seen = picked;
  }

  /** The cards that would come to a target. */
  ghost(target: Target): Pick | null {
    return this.pick?.target === target ? this.pick : null;
  }

  /** The river place that the colour being taken would open. */
  get opens(): { place: number; colour: Colour } | null {
    const take =
      this.#move &&
      this.#props()
        .previewOf(this.#move)
        .find((event) => event.event === 'take');
    if (!take || !this.pick || typeof take['river_place'] !== 'number') return null;
    return { place: take['river_place'], colour: this.pick.colour };
  }

  /** What stays in hand of a colour if the move is made. */
  left(colour: Colour, count: number): number {
    const pick = this.pick;
    return pick && pick.target !== 'T' && pick.colour === colour ? count - pick.count : count;
  }
}
