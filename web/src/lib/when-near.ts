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

/** Does something once when half of an element has been in view for a while. */
export const whenSeenFor =
  (milliseconds: number, then: () => void) =>
  (node: HTMLElement): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        clearTimeout(timer);
        if (seen.at(-1)?.isIntersecting)
          timer = setTimeout(() => {
            observer.disconnect();
            then();
          }, milliseconds);
      },
      { threshold: 0.5 },
    );
    observer.observe(node);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  };
