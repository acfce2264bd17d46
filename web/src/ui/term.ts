/** Marks a word or sign on the board that explains itself: `{@attach term('cup')}`. table/TermTooltip.svelte shows how. */
export function term(name: string, label?: string): (node: HTMLElement) => () => void {
  return (node) => {
    const hidden = node.hasAttribute('aria-hidden');
    node.dataset['term'] = name;
    node.tabIndex = 0;
    if (label) {
      // A sign that is otherwise left out for screen readers.
      node.removeAttribute('aria-hidden');
      node.setAttribute('role', 'note');
      node.setAttribute('aria-label', label);
    }
    return () => {
      node.removeAttribute('tabindex');
      if (!label) return;
      if (hidden) node.setAttribute('aria-hidden', 'true');
      node.removeAttribute('role');
      node.removeAttribute('aria-label');
    };
  };
}
