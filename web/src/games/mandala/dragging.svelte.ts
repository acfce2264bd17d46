/** Dragging with Pointer Events: mouse, pen and finger alike. */
import type { Colour } from '../../lib/words.ts';

/** A finger that trembles does not drag. */
const SLACK = 8;

export interface Dragged {
  colour: Colour;
  count: number;
  x: number;
  y: number;
  /** The target under the pointer, named by `data-target`. */
  over: string | null;
}

export class Dragging {
  now = $state<Dragged | null>(null);
  #start: { x: number; y: number; pointer: number } | null = null;
  #dropped = false;

  /** Handlers for an element that can be dragged. */
  handlers(
    what: () => { colour: Colour; count: number },
    lifted: () => void,
    dropped: (target: string | null) => void,
  ) {
    return {
      onpointerdown: (event: PointerEvent) => {
        this.#dropped = false;
        if (event.button === 0)
          this.#start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      },
      onpointermove: (event: PointerEvent) => {
        const start = this.#start;
        if (!start || start.pointer !== event.pointerId) return;
        if (!this.now) {
          if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
          (event.currentTarget as Element).setPointerCapture(event.pointerId);
          lifted();
        }
        const { clientX: x, clientY: y } = event;
        this.now = { ...what(), x, y, over: targetAt(x, y) };
      },
      onpointerup: () => {
        if (this.now) {
          dropped(this.now.over);
          this.#dropped = true;
        }
        this.#stop();
      },
      onpointercancel: () => {
        if (this.now) dropped(null);
        this.#stop();
      },
    };
  }

  /** A drag ends with a click on what was dragged, which is none. */
  swallows(click: MouseEvent): boolean {
    const swallowed = this.#dropped && click.detail > 0;
    this.#dropped = false;
    return swallowed;
  }

  #stop(): void {
    this.#start = null;
    this.now = null;
  }
}

function targetAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const target = element.closest<HTMLElement>('[data-target]');
    if (target) return target.dataset['target'] ?? null;
  }
  return null;
}
