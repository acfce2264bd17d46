/** Several players at one screen: whose hand is open, and who is next. With one player at it, it changes nothing. */
import type { AnyView } from '../generated/games.ts';

interface Players {
  seats: readonly number[];
  /** Whether this game has hidden hands, which the screen hides between turns. */
  secrets: boolean;
}

export class SharedScreen {
  /** The seat whose hand is open. */
  eyes: number | null = $state(null);

  constructor(private readonly players: () => Players) {}

  get isShared(): boolean {
    return this.players().seats.length > 1;
  }

  /** The view of the player looking at it. If nothing is hidden, that is the player to move. */
  seen(view: AnyView, views: readonly AnyView[]): AnyView {
    const { seats, secrets } = this.players();
    return views[seats.indexOf((secrets ? this.eyes : view.to_move) ?? -1)] ?? view;
  }

  /** Who is next, while another player's hand or none is open. */
  next({ to_move }: AnyView): number | null {
    const { seats, secrets } = this.players();
    const waits = this.isShared && secrets && to_move !== null && to_move !== this.eyes;
    return waits && seats.includes(to_move) ? to_move : null;
  }
}
