/** Why a move is illegal, in words. */
import type { IllegalMoves } from '../../generated/mandala.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import { capitalised, type Catalogue } from '../../i18n/languages.ts';
import type { IllegalMoveTexts } from '../game-ui.ts';

export const illegalMoves: Catalogue<IllegalMoveTexts<IllegalMoves>> = {
  en: {
    over: () => 'The game is over.',
    nothing_shared_out: () => 'No mandala is being shared out now.',
    must_take: ({ mandala }) =>
      `Mandala ${mandala} is being shared out: take a colour from its mountain first.`,
    not_in_mountain: ({ colour, mandala }) =>
      `There is no ${colourWords.en.name[colour]} card in mountain ${mandala}.`,
    not_in_hand: ({ colour }) => `You have no ${colourWords.en.name[colour]} card in hand.`,
    too_few_in_hand: ({ count, colour }) => `You have only ${colourWords.en.cards(count, colour)} in hand.`,
    lies_in_mountain: ({ colour, mandala }) =>
      `${capitalised(colourWords.en.name[colour])} already lies in mountain ${mandala}.`,
    lies_in_own_field: ({ colour, mandala }) =>
      `${capitalised(colourWords.en.name[colour])} already lies in your field ${mandala}.`,
    lies_in_their_field: ({ colour, mandala }) =>
      `${capitalised(colourWords.en.name[colour])} already lies in your opponent’s field ${mandala}.`,
    keep_a_card: () => 'You must keep at least one card in hand.',
    nothing_to_draw: () => 'This is your last card, and there is none left to draw.',
  },
  de: {
    over: () => 'Die Partie ist zu Ende.',
    nothing_shared_out: () => 'Gerade wird kein Mandala aufgelöst.',
    must_take: ({ mandala }) =>
      `Mandala ${mandala} wird aufgelöst: Nimm zuerst eine Farbe aus seinem Zentrum.`,
    not_in_mountain: ({ colour, mandala }) =>
      `In Zentrum ${mandala} liegt kein ${colourWords.de.name[colour]}.`,
    not_in_hand: ({ colour }) => `Du hast kein ${colourWords.de.name[colour]} auf der Hand.`,
    too_few_in_hand: ({ count, colour }) =>
      `Du hast nur ${colourWords.de.cards(count, colour)} auf der Hand.`,
    lies_in_mountain: ({ colour, mandala }) =>
      `${colourWords.de.name[colour]} liegt schon in Zentrum ${mandala}.`,
    lies_in_own_field: ({ colour, mandala }) =>
      `${colourWords.de.name[colour]} liegt schon auf deinem Feld ${mandala}.`,
    lies_in_their_field: ({ colour, mandala }) =>
      `${colourWords.de.name[colour]} liegt schon auf dem gegnerischen Feld ${mandala}.`,
    keep_a_card: () => 'Mindestens eine Karte musst du auf der Hand behalten.',
    nothing_to_draw: () => 'Das ist deine letzte Karte, und es gibt keine mehr zu ziehen.',
  },
};
