/** German texts of the tutor. */
import type { TutorTexts } from './texts.en.ts';

export const de: TutorTexts = {
  loses: (move, loss) => `${move}: Das kostet dich etwa ${loss} Gewinnchance.`,
  better: (move) => `Besser: ${move}`,
  sure: 'Noch einmal nachdenken?',
  playAnyway: 'Trotzdem ziehen',
  thinkAgain: 'Nachdenken',
  showMe: 'Zeig es mir',
  close: 'Schließen',
  line: 'Er sieht sich deinen Zug an, bevor er gilt, und weiß nur, was du weißt. Er hilft in ungewerteten Partien gegen Bots.',
};
