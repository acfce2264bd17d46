/** English texts of the tutor. */
export const en = {
  loses: (move: string, loss: string) => `${move}: this loses about ${loss} of your chance to win.`,
  better: (move: string) => `Better: ${move}`,
  sure: 'Think again?',
  playAnyway: 'Play anyway',
  thinkAgain: 'Think again',
  showMe: 'Show me',
  close: 'Close',
  line: 'It looks at your move before it counts, and sees only what you see. It helps in unrated games against bots.',
};

export type TutorTexts = typeof en;
