/** Drag and drop by Pointer Events, for mouse, pen and touch. A press that does not move stays a click. */

/** How many pixels a pointer may move before it drags. */
const SLACK = 7;

export class Drag {
  /** What is being dragged. */
  what = $state<string | null>(null);
  /** The `data-drop` under the pointer. */
  over = $state<string | null>(null);
  /** Its position in the window. */
  x = $state(0);
  y = $state(0);
  /** The click that ends a drag must be ignored. */
  private ended = false;

  constructor(
    private readonly lift: (what: string) => void,
    private readonly drop: (what: string, where: string | null) => void,
  ) {}

  /** For `onpointerdown` of draggable elements, which need `touch-action: none`. */
  start(event: PointerEvent, what: string): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const source = event.currentTarget as HTMLElement;
    const { clientX, clientY, pointerId } = event;
    // A fast mouse leaves the card before its first move event. Browsers capture touch and pen by themselves.
    if (event.pointerType === 'mouse') source.setPointerCapture(pointerId);
    const listening = new AbortController();
    const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', then: (event: PointerEvent) => void) =>
      source.addEventListener(type, then, { signal: listening.signal });
    on('pointermove', (move) => {
      if (this.what === null) {
        if (Math.hypot(move.clientX - clientX, move.clientY - clientY) < SLACK) return;
        this.what = what;
        this.lift(what);
      }
      this.x = move.clientX;
      this.y = move.clientY;
      this.over = dropAt(move.clientX, move.clientY);
    });
    on('pointerup', () => {
      listening.abort();
      if (this.what === null) return;
      const where = this.over;
      this.end();
      this.drop(what, where);
    });
    on('pointercancel', () => {
      listening.abort();
      if (this.what === null) return;
      this.end();
      this.drop(what, null);
    });
  }

  /** For `onclick`: false if this click only ended a drag. */
  get isClick(): boolean {
    return !this.ended;
  }

  private end(): void {
    this.what = null;
    this.over = null;
    this.ended = true;
    setTimeout(() => (this.ended = false)); // after the click event that follows
  }
}

function dropAt(x: number, y: number): string | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  return place?.dataset['drop'] ?? null;
}
