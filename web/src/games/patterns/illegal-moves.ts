/** Why a move is illegal, in words. */
import type { IllegalMoves } from '../../generated/patterns.ts';
import { colourWords, GERMAN_ADJECTIVES as ADJECTIVES } from '../../i18n/colour-words.ts';
import { andList, type Catalogue } from '../../i18n/languages.ts';
import type { IllegalMoveTexts } from '../game-ui.ts';

const { name } = colourWords.en;
const { name: german } = colourWords.de;

export const illegalMoves: Catalogue<IllegalMoveTexts<IllegalMoves>> = {
  en: {
    over: () => 'The game is over.',
    allotted: () => 'The first swap tiles have been shared out already.',
    allot_first: () => 'First say which of the two tiles left over each player gets.',
    not_left_over: ({ first_colour: first, second_colour: second, colour }) =>
      `The tiles left over are ${andList([name[first], name[second]], 'en')}, not ${name[colour]}.`,
    must_act: () => 'You must act as long as you can.',
    only_flips: () => 'In the last flips there is no more opening or swapping.',
    back_up: ({ field }) => `The tile on ${field} lies back up and never moves again.`,
    opened: ({ colour }) => `You have opened ${name[colour]} already.`,
    not_opened: ({ colour }) => `You have no ${name[colour]} group yet to extend.`,
    no_group: ({ colour }) => `You have no ${name[colour]} group.`,
    apart: ({ field, colour }) => `${field} does not touch your ${name[colour]} group.`,
    diagonal: ({ field, colour }) =>
      `${field} touches your ${name[colour]} group only at a corner: that is not enough.`,
    touches_theirs: ({ colour }) => `The tile would touch your opponent’s ${name[colour]} group.`,
    same_as_flip: ({ field }) =>
      `The tile on ${field} has the colour of your swap tile: turn it over instead.`,
  },
  de: {
    over: () => 'Die Partie ist zu Ende.',
    allotted: () => 'Die ersten Tauschplättchen sind schon verteilt.',
    allot_first: () => 'Sag zuerst, wer welches der zwei übrigen Plättchen bekommt.',
    not_left_over: ({ first_colour: first, second_colour: second, colour }) =>
      `Übrig sind ${andList([german[first], german[second]], 'de')}, nicht ${german[colour]}.`,
    must_act: () => 'Solange du etwas tun kannst, musst du.',
    only_flips: () => 'Zum Schluss wird nur noch umgedreht, nicht mehr eröffnet oder ausgetauscht.',
    back_up: ({ field }) =>
      `Das Plättchen auf ${field} liegt mit der Rückseite oben und bewegt sich nie mehr.`,
    opened: ({ colour }) => `${german[colour]} hast du schon eröffnet.`,
    not_opened: ({ colour }) => `Du hast noch keine ${ADJECTIVES[colour]} Gruppe, die wachsen könnte.`,
    no_group: ({ colour }) => `Du hast keine ${ADJECTIVES[colour]} Gruppe.`,
    apart: ({ field, colour }) => `${field} berührt deine ${ADJECTIVES[colour]} Gruppe nicht.`,
    diagonal: ({ field, colour }) =>
      `${field} berührt deine ${ADJECTIVES[colour]} Gruppe nur an einer Ecke: Das genügt nicht.`,
    touches_theirs: ({ colour }) =>
      `Das Plättchen würde die gegnerische ${ADJECTIVES[colour]} Gruppe berühren.`,
    same_as_flip: ({ field }) =>
      `Das Plättchen auf ${field} hat die Farbe deines Tauschplättchens: Dreh es einfach um.`,
  },
};
