/** A small router. Every page has its own URL, so the back button, reloads and links work. */
import { queryValue } from './query.ts';

const here = $state({ path: location.pathname, query: location.search });

addEventListener('popstate', update);

function update(): void {
  here.path = location.pathname;
  here.query = location.search;
}

export function path(): string {
  return here.path;
}

export function query(name: string): string | null {
  return queryValue(here.query, name);
}

export function navigate(to: string, replace = false): void {
  if (to === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  update();
  if (!replace) scrollTo(0, 0);
}

/** Follows links inside the app without reloading. Attach it to the element that contains them all. */
export function followLinks(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (link.pathname + link.search === location.pathname + location.search) {
    // The same page: only an anchor on it.
    history.replaceState(null, '', link.href);
    document.getElementById(link.hash.slice(1))?.scrollIntoView();
    return;
  }
  navigate(link.pathname + link.search + link.hash);
}

/** The parts of a path that fits a pattern such as `/table/:id`, or null. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const piece = given[index]!;
    if (part.startsWith(':')) found[part.slice(1)] = decodeURIComponent(piece);
    else if (part !== piece) return null;
  }
  return found;
}
