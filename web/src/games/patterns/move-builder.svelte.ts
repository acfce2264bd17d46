/** Builds a move from what the player picks: a field, or a tile and then its target, by click, key or drag. */
import { Drag } from '../../lib/drag.svelte.ts';
import { isColour, type Colour } from '../../lib/colours.ts';
import type { BoardProps } from '../game-ui.ts';
import { groupKey, tileAt } from './fields.ts';
import { allotment, ghost, attemptedMove, movesByField, placements } from './moves.ts';

export class MoveBuilder {
  /** The tile that is lifted, from the bowl or from the left-over tiles. */
  lifted = $state<Colour | null>(null);
  /** A field with two possible moves, between which the player chooses. */
  choosing = $state<string | null>(null);
  /** The group under the pointer or focus, and the one that was clicked. */
  pointed = $state<string | null>(null);
  private kept = $state<string | null>(null);

  readonly actor = $derived.by(() => this.props().view.to_move ?? this.props().seat);
  readonly mayAct = $derived.by(() => this.props().legal.length > 0);
  readonly mayAllot = $derived.by(() => this.mayAct && this.props().view.phase === 'allotting');
  readonly mayLift = $derived.by(() => this.mayAct && this.props().view.phase === 'playing');
  readonly moves = $derived.by(() => movesByField(this.props().legal));
  /** Where the tile from the bowl may go; null while it is not lifted. */
  readonly targets = $derived.by(() =>
    this.lifted && this.mayLift ? placements(this.props().view, this.actor, this.props().legal) : null,
  );
  readonly ghost = $derived.by(() => {
    const { view, picked, previewOf } = this.props();
    return ghost(view, this.actor, picked, picked ? previewOf(picked) : []);
  });
  readonly shown = $derived.by(() => this.pointed ?? this.kept);

  readonly drag = new Drag(
    (what) => {
      this.cancel();
      if (isColour(what)) this.lifted = what;
    },
    (_, where) => {
      if (where && this.lifted) this.dropOn(where);
      this.lifted = null;
    },
  );

  constructor(private readonly props: () => BoardProps<'patterns'>) {}

  /** Put back whatever is lifted. */
  reset(): void {
    this.lifted = null;
    this.choosing = null;
    this.kept = null;
  }

  cancel(): void {
    this.reset();
    this.props().onpick(null);
  }

  pick(move: string): void {
    const again = this.props().picked === move;
    this.reset();
    this.props().onpick(again ? null : move);
  }

  lift(colour: Colour): void {
    const again = this.lifted === colour;
    this.cancel();
    if (!again) this.lifted = colour;
  }

  keep(key: string): void {
    this.kept = this.kept === key ? null : key;
  }

  /** The pointer or focus is on a field: its move may be picked next. */
  consider(field: string): void {
    const possible = this.moves.get(field) ?? [];
    const move = this.targets ? this.targets.get(field) : possible.length === 1 ? possible[0] : null;
    if (move) this.props().onconsider(move);
  }

  atField(field: string): void {
    const { view } = this.props();
    const { owner, colour } = tileAt(view, field);
    if (this.targets) return this.place(field);
    if (owner !== null) return this.keep(groupKey(owner, colour));
    if (!this.mayAct || this.mayAllot) return;
    const possible = this.moves.get(field) ?? [];
    if (possible.length === 0) return this.props().onillegal(attemptedMove(view, field));
    if (possible.length === 1) return this.pick(possible[0]!);
    const asked = this.choosing === field;
    this.cancel();
    if (!asked) this.choosing = field;
  }

  atBowl(seat: number): void {
    if (this.mayAllot && this.lifted) this.pick(allotment(this.props().view, this.lifted, seat));
  }

  /** Place the lifted tile on a field. */
  private place(field: string): void {
    const move = this.targets?.get(field);
    if (move) this.pick(move);
    else this.props().onillegal(attemptedMove(this.props().view, field));
  }

  private dropOn(where: string): void {
    const [kind, at] = where.split(':');
    if (kind === 'bowl') this.atBowl(Number(at));
    else if (this.mayLift) this.place(at!);
  }
}
