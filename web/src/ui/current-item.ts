/** Lists of which one item is the current one, marked with `aria-current`. */
import { tick } from 'svelte';

/** Scroll the current item into view, and focus it if the focus is in the list. */
export async function revealCurrent(list: HTMLElement | undefined): Promise<void> {
  await tick();
  const shown = list?.querySelector<HTMLElement>('[aria-current]');
  shown?.scrollIntoView({ block: 'nearest' });
  if (list?.contains(document.activeElement)) shown?.focus({ preventScroll: true });
}
