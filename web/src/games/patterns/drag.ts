/** Dragging by mouse, pen or finger. What a piece may be dropped on has `data-drop`. */
import type { Attachment } from 'svelte/attachments';

export interface Drag {
  /** The piece follows the pointer, over a place to drop it or none. */
  move: (x: number, y: number, over: string | null) => void;
  /** It was dropped; null: nowhere, or the drag was broken off. */
  drop: (over: string | null) => void;
}

/** Less than this, in pixels, is a click with a trembling hand. */
const THRESHOLD = 6;

function dropAt(x: number, y: number): string | null {
  const there = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  return there?.dataset.drop ?? null;
}

export function draggable(drag: Drag): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number } | null = null;
    let dragging = false;

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      start = { x: event.clientX, y: event.clientY };
      node.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (!start) return;
      const { clientX: x, clientY: y } = event;
      dragging ||= Math.hypot(x - start.x, y - start.y) > THRESHOLD;
      if (dragging) drag.move(x, y, dropAt(x, y));
    };
    const end = (event: PointerEvent) => {
      start = null;
      if (!dragging) return;
      dragging = false;
      // The click that follows a drag is part of it.
      const swallow = (click: Event) => click.stopImmediatePropagation();
      node.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', swallow, { capture: true }));
      drag.drop(event.type === 'pointerup' ? dropAt(event.clientX, event.clientY) : null);
    };

    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', end);
    node.addEventListener('pointercancel', end);
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', end);
      node.removeEventListener('pointercancel', end);
    };
  };
}
