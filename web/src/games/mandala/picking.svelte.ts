/** What the player is about to do: a colour lifted from hand, then a move, which the bar under the board confirms. */
import type { View } from '../../generated/mandala.ts';
import { type Colour } from '../../lib/words.ts';
import { total } from './cards.ts';
import {
  countsAt,
  moveText,
  place,
  readMove,
  takeable,
  targetsOf,
  withCount,
  type Pick,
  type Target,
} from './moves.ts';

interface Given {
  view: View;
  seat: number;
  legal: readonly string[];
  picked: string | null;
  onpick: (move: string | null) => void;
  ontry: (move: string) => void;
}

export class Picking {
  #given: () => Given;
  #lifted = $state<Colour | null>(null);

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** The move being prepared. */
  get pick(): Pick | null {
    const { picked } = this.#given();
    return picked ? readMove(picked) : null;
  }

  /** The colour in hand that is lifted. */
  get held(): Colour | null {
    const { view, seat } = this.#given();
    const colour = this.pick?.target === 'T' ? null : (this.pick?.colour ?? this.#lifted);
    return colour && view.players[seat]?.hand?.[colour] ? colour : null;
  }

  get takeable(): Colour[] {
    return takeable(this.#given().legal);
  }

  /** Whether cards from hand may be played now at all. */
  get mayPlay(): boolean {
    return this.#given().legal.length > 0 && this.takeable.length === 0;
  }

  get inHand(): number {
    const { view, seat } = this.#given();
    return this.held ? (view.players[seat]?.hand?.[this.held] ?? 0) : 0;
  }

  /** `open`: the lifted colour may go there. `shut`: it may not; null: nothing is lifted. */
  at(target: Target): 'open' | 'shut' | null {
    if (!this.held || !this.mayPlay) return null;
    return targetsOf(this.#given().legal, this.held).includes(target) ? 'open' : 'shut';
  }

  isOpen(target: string): boolean {
    const { legal } = this.#given();
    return target === 'T'
      ? this.takeable.length > 0
      : this.at(target as Target) === 'open' && legal.length > 0;
  }

  /** The numbers to choose from, where there is a choice. */
  get counts(): number[] {
    const pick = this.pick;
    if (!pick || pick.target === 'T' || pick.target.startsWith('M')) return [];
    return this.inHand > 1 ? countsAt(this.#given().legal, pick.target, pick.colour) : [];
  }

  lift(colour: Colour): void {
    const again = this.held === colour && !this.pick;
    this.#lifted = again ? null : colour;
    if (this.#given().picked) this.#given().onpick(null);
  }

  /** Lifted by dragging: never laid down by lifting it once more. */
  grasp(colour: Colour): void {
    this.#lifted = colour;
    if (this.#given().picked) this.#given().onpick(null);
  }

  put(target: Target): void {
    const { legal, onpick, ontry } = this.#given();
    const colour = this.held;
    if (!colour) return;
    const move = place(legal, target, colour);
    if (move) onpick(move);
    else ontry(moveText(target, colour, 1));
  }

  take(colour: Colour): void {
    this.#given().onpick(`T${colour}`);
  }

  setCount(count: number): void {
    const { picked, legal, onpick, ontry } = this.#given();
    if (!picked || count < 1 || count > this.inHand) return;
    const move = withCount(picked, count);
    if (legal.includes(move)) onpick(move);
    else ontry(move);
  }

  drop(): void {
    this.#lifted = null;
    if (this.#given().picked) this.#given().onpick(null);
  }

  /** The bar under the board has cancelled or made the move. */
  settled(): void {
    this.#lifted = null;
  }

  /** How many cards would lie somewhere in addition. */
  ghost(target: Target): { colour: Colour; count: number } | null {
    const pick = this.pick;
    return pick && pick.target === target ? pick : null;
  }

  /** What stays in hand of a colour if the move is made. */
  left(colour: Colour, count: number): number {
    const pick = this.pick;
    return pick && pick.target !== 'T' && pick.colour === colour ? count - pick.count : count;
  }

  get handTotal(): number {
    const { view, seat } = this.#given();
    return total(view.players[seat]?.hand ?? {});
  }
}
