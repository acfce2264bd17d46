/** The texts of the pages under Learn in German. */
import { plural } from '../i18n/plural.ts';
import type { LearnTexts } from './texts.en.ts';

export const de: LearnTexts = {
  title: 'Die Spiele lernen',
  intro:
    'Lern ein Spiel, indem du es spielst: Eine Einführung dauert etwa fünf Minuten, auf dem echten Brett.',
  minutes: (count) => plural(count, 'Minute', 'Minuten'),
  start: 'Beginnen',
  goOn: (step, steps) => `Weiter (${step} von ${steps})`,
  again: 'Noch einmal',
  done: 'Geschafft',
  puzzlesLine: 'Jeden Tag ein Rätsel; was du verfehlst, kommt wieder, bis du es kannst.',
  editorLine: 'Baue eine Stellung auf, frag nach dem besten Zug und spiel von dort weiter.',
  rules: 'Regeln',
  glossary: 'Glossar',
  glossaryOf: (game) => `Glossar: ${game}`,
  noTutorials: 'Die Einführungen konnten nicht geladen werden. Die Regeln kannst du so lange lesen.',
  readRule: (rule) => `Regel ${rule}`,

  step: (step, steps) => `Schritt ${step} von ${steps}`,
  stepShort: (step, steps) => `${step}/${steps}`,
  next: 'Weiter',
  back: 'Einen Schritt zurück',
  leave: 'Die Einführung verlassen; du kannst später weitermachen',
  showMe: 'Zeig mir den Zug',
  allowed: 'Das darfst du, aber diese Einführung geht einen anderen Weg. Versuch etwas anderes.',
  notYet: 'Mach zuerst den Zug auf dem Brett.',
  answers: 'Antworten',
  chooseFirst: 'Wähl zuerst eine Antwort.',
  rightAnswer: 'Richtig!',
  notFound: 'Diese Einführung gibt es nicht.',
  finishedTitle: 'Gut gemacht!',
  finished: 'Du weißt jetzt, wie es geht. Versuch eine eigene Partie: Samen ist ein freundlicher Gegner.',
  firstGame: 'Gegen Samen spielen',
  toLearn: 'Mehr lernen',
};
