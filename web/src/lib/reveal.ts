/** Attached to what appears and wants an answer: on a small screen it may be out of sight. */
import { flightTime } from './settings.svelte.ts';

export function reveal(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest', behavior: flightTime() ? 'smooth' : 'instant' });
}
