/** Scrolls to elements that appear and need an answer: on a small screen they may be out of sight. */
import { animationTime } from './settings.svelte.ts';

export function scrollToNode(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest', behavior: animationTime() ? 'smooth' : 'instant' });
}
