import { describe, expect, it } from 'vitest';
import { History } from './history.svelte.ts';

describe('the history of edits', () => {
  it('goes back and forth', () => {
    const history = new History('a');
    expect([history.canUndo, history.canRedo]).toEqual([false, false]);
    history.add('b');
    history.add('c');
    history.undo();
    history.undo();
    expect([history.now, history.canUndo, history.canRedo]).toEqual(['a', false, true]);
    history.undo();
    history.redo();
    expect(history.now).toBe('b');
    history.redo();
    history.redo();
    expect([history.now, history.canRedo]).toEqual(['c', false]);
  });

  it('forgets what was undone once something else is edited', () => {
    const history = new History('a');
    history.add('b');
    history.undo();
    history.add('c');
    expect([history.now, history.canRedo]).toEqual(['c', false]);
    history.undo();
    expect(history.now).toBe('a');
  });
});
