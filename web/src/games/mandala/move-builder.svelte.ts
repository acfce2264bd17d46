/** Builds a move from what the player picks: a colour from the hand, then its target and number. */
import type { GameEvent, View } from '../../generated/mandala.ts';
import type { Colour } from '../../lib/colours.ts';
import { countsAt, moveText, place, readMove, takeable, targetsOf, withCount } from './moves.ts';
import type { Pick, Target } from './moves.ts';

export interface MoveBuilderProps {
  view: View;
  seat: number;
  legal: readonly string[];
  picked: string | null;
  onpick: (move: string | null) => void;
  onillegal: (move: string) => void;
  onconsider: (move: string) => void;
  previewOf: (move: string) => readonly GameEvent[];
  /** Whether picked moves are confirmed in the bar. If not, the number of cards is settled before the move is picked. */
  confirmed: boolean;
}

export class MoveBuilder {
  #props: () => MoveBuilderProps;
  #lifted = $state<Colour | null>(null);
  #unsettled = $state<string | null>(null);
  #seen: string | null = null;

  constructor(props: () => MoveBuilderProps) {
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

  /** The number of cards is still to be settled on the board, since no confirmation follows. */
  get unsettled(): boolean {
    return this.#move !== null && this.#props().picked === null;
  }

  /** The colour lifted from the hand. */
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

  /** Whether any card can be played from the hand now. */
  get mayPlay(): boolean {
    return this.#props().legal.length > 0 && this.takeable.length === 0;
  }

  /** `open`: the lifted colour may go there; `shut`: it may not; null: nothing can be placed now. */
  at(target: Target): 'open' | 'shut' | null {
    if (!this.held || !this.mayPlay) return null;
    return targetsOf(this.#props().legal, this.held).includes(target) ? 'open' : 'shut';
  }

  /** The numbers of cards to choose from, if there is a choice. */
  get counts(): number[] {
    const pick = this.pick;
    if (!pick || pick.target === 'T' || pick.target.startsWith('M')) return [];
    return this.#inHand(pick.colour) > 1 ? countsAt(this.#props().legal, pick.target, pick.colour) : [];
  }

  /** Lift a colour; lifting it again puts it down. */
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

  /** The pointer or focus is on a target: its move may be picked next. */
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

  /** Fetch the previews next to this number, so that the stepper does not flicker. */
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

  /** Call this with each picked move: if it was cancelled elsewhere, put down what was lifted. */
  watch(picked: string | null): void {
    if (this.#seen && !picked) this.over();
    this.#seen = picked;
  }

  /** The cards that the move would add to a target. */
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
    if (!take || !this.pick || take.river_place === undefined) return null;
    return { place: take.river_place, colour: this.pick.colour };
  }

  /** How many cards of a colour would stay in hand. */
  left(colour: Colour, count: number): number {
    const pick = this.pick;
    return pick && pick.target !== 'T' && pick.colour === colour ? count - pick.count : count;
  }
}
