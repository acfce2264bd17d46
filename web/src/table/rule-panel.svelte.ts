/** The rule shown beside the board. */
class OpenRule {
  /** Its id; null if the panel is closed. */
  rule: string | null = $state(null);

  /** Open a linked rule in the panel instead of on the rules page, so that the player stays in the game. */
  follow(event: MouseEvent, rule: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the player wants a new tab or window
    event.preventDefault();
    this.rule = rule;
  }
}

export const rulePanel = new OpenRule();
