/** Attached to what appears and wants an answer: on a small screen it may be out of sight. */
import { animationTime } from './settings.svelte.ts';

export function scrollToNode(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest', behavior: animationTime() ? 'smooth' : 'instant' });
}
