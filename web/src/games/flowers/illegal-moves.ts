/** Why a move is illegal, in words. */
import type { IllegalMoves } from '../../generated/flowers.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Catalogue } from '../../i18n/languages.ts';
import type { IllegalMoveTexts } from '../game-ui.ts';

export const illegalMoves: Catalogue<IllegalMoveTexts<IllegalMoves>> = {
  en: {
    over: () => 'The game is over.',
    must_take: ({ mandala }) =>
      `Mandala ${mandala} is being resolved: take its dark or its light tile first.`,
    nothing_resolved: () => 'No mandala is being resolved now.',
    can_play: () => 'You can play a card, so you may not pass.',
    not_in_hand: ({ colour }) => `You have no ${colourWords.en.name[colour]} card in hand.`,
    too_few_in_hand: ({ count, colour }) => `You have only ${colourWords.en.cards(count, colour)} in hand.`,
    keep_a_card: () => 'You must keep at least one card in hand.',
    nothing_to_draw: () => 'This is your last card, and there is none left to draw.',
  },
  de: {
    over: () => 'Die Partie ist zu Ende.',
    must_take: ({ mandala }) =>
      `Mandala ${mandala} wird aufgelöst: Nimm zuerst sein dunkles oder helles Plättchen.`,
    nothing_resolved: () => 'Gerade wird kein Mandala aufgelöst.',
    can_play: () => 'Du kannst eine Karte spielen, darum darfst du nicht passen.',
    not_in_hand: ({ colour }) => `Du hast kein ${colourWords.de.name[colour]} auf der Hand.`,
    too_few_in_hand: ({ count, colour }) =>
      `Du hast nur ${colourWords.de.cards(count, colour)} auf der Hand.`,
    keep_a_card: () => 'Mindestens eine Karte musst du auf der Hand behalten.',
    nothing_to_draw: () => 'Das ist deine letzte Karte, und es gibt keine mehr zu ziehen.',
  },
};
