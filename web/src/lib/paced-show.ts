/** Shows things one after the other with pauses, until somebody hurries. */
export class PacedShow {
  #hurry = () => {};

  /** `show` is called for each item, and says whether to pause after it for as long as `pause` says. */
  async run<Item>(
    items: readonly Item[],
    pause: () => number,
    show: (item: Item, isLast: boolean) => boolean,
  ) {
    let hurried = false;
    for (const [index, item] of items.entries()) {
      if (!show(item, index === items.length - 1) || hurried) continue;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, pause());
        this.#hurry = () => {
          hurried = true;
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#hurry = () => {};
  }

  /** Show all that is left at once. */
  hurry(): void {
    this.#hurry();
  }
}
