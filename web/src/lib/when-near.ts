/** Does something once when an element comes into view, such as loading what is drawn there. */
export const whenNear =
  (then: () => void, margin = 0) =>
  (node: HTMLElement): (() => void) => {
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        observer.disconnect();
        then();
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(node);
    return () => observer.disconnect();
  };

/** Does something once the browser has nothing more urgent to do; returns how to cancel it. */
export function whenIdle(then: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(then, 200); // Safari
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(then, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}
