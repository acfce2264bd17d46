/** Marks a word or sign on the board that explains itself: `{@attach term('cup')}`. table/TermTooltip.svelte shows how. */
export function term(name: string, label?: string): (node: HTMLElement) => void {
  return (node) => {
    node.dataset['term'] = name;
    node.tabIndex = 0;
    if (!label) return;
    // A sign that is otherwise left out for screen readers.
    node.removeAttribute('aria-hidden');
    node.setAttribute('role', 'note');
    node.setAttribute('aria-label', label);
  };
}
