/** The texts of the review in German. */
import type { Someone } from '../games/game-ui.ts';
import { plural } from '../i18n/plural.ts';
import type { ReviewTexts } from './texts.en.ts';

const THE_OTHERS: Someone = { name: 'den anderen', you: false };
const luckOf = (who: Someone) => (who.you ? 'Dein Glück' : `Glück von ${who.name}`);
const mistakesOf = (who: Someone) => (who.you ? 'Deine Fehler' : `Fehler von ${who.name}`);

export const de: ReviewTexts = {
  title: (game) => `Analyse: ${game}`,
  toTable: 'Zum Tisch',
  replay: 'Nachspielen',
  result: 'Ergebnis',
  whose: 'Wessen Spiel',
  sections: { summary: 'Überblick', move: 'Dieser Zug', moves: 'Alle Züge' },

  absentTitle: 'Was hat diese Partie entschieden?',
  absent:
    'Die Analyse betrachtet jede Entscheidung danach, was man in diesem Moment wissen konnte: was sie gekostet hat, was besser war und was nur Glück war.',
  absentDeep:
    'Eine gründliche Analyse spielt viel mehr Fortsetzungen durch. Sie dauert ein bis zwei Minuten.',
  ask: 'Diese Partie analysieren',
  askDeep: 'Gründlich analysieren',
  waitingTitle: 'Die Analyse wartet, bis sie dran ist',
  waiting: 'Andere Partien kommen zuerst. Wenn du die Seite verlässt, wird sie abgebrochen.',
  runningTitle: 'Die Partie wird analysiert …',
  running: (done, total) =>
    `${done} von ${total} Schritten erledigt. Wenn du die Seite verlässt, wird abgebrochen.`,
  progress: 'Fortschritt der Analyse',
  failedTitle: 'Die Analyse ist nicht fertig geworden',
  refusedTitle: 'Zu dieser Partie gibt es keine Analyse',
  deeper: 'Gründlicher analysieren',
  deepRunning: 'Die gründlichere Analyse läuft …',
  isDeep: 'Das ist eine gründliche Analyse.',
  picture: 'Bild zum Teilen',

  like: (level) => `Wie ${level}`,
  between: (lower, higher) => `Zwischen ${lower} und ${higher}`,
  likeOrStronger: (level) => `Wie ${level}, oder stärker`,
  likeOrWeaker: (level) => `Wie ${level}, oder schwächer`,
  uncalibrated: 'Verlust pro Entscheidung',
  noneCounted: 'Nichts zu beurteilen',
  howPlayed: ({ name, you }) => (you ? 'So hast du gespielt' : `So hat ${name} gespielt`),
  lossEach: (loss, error, points) =>
    `${loss} (± ${error}) Gewinnchance gingen pro Entscheidung verloren, oder ${points} Punkte.`,
  counted: (counted, all, forced, even) => {
    const out = [
      ...(forced ? [`${forced}-mal war nur ein Zug möglich`] : []),
      ...(even ? [`${even}-mal machte nichts einen Unterschied`] : []),
    ];
    return `${counted} von ${plural(all, 'Entscheidung zählt', 'Entscheidungen zählen')}${out.length ? `: ${out.join(', ')}` : ''}.`;
  },
  marks: {
    inaccuracy: 'Ungenauigkeit',
    mistake: 'Fehler',
    blunder: 'grober Fehler',
    only_move: 'einziger guter Zug, gefunden',
  },
  marksCount: (mark, count) =>
    ({
      inaccuracy: plural(count, 'Ungenauigkeit', 'Ungenauigkeiten'),
      mistake: plural(count, 'Fehler', 'Fehler'),
      blunder: plural(count, 'grober Fehler', 'grobe Fehler'),
      only_move: plural(count, 'einziger guter Zug gefunden', 'einzige gute Züge gefunden'),
    })[mark],
  noMarks: 'Kein Fehler, der sich vom Zufall unterscheiden lässt.',
  small: 'kleiner Verlust',

  lessons: 'Was du mitnehmen kannst',
  noLessons: 'Es gibt keinen teuren Zug, aus dem man lernen könnte. Gut gespielt!',
  lessonCost: (by, loss, points) =>
    `Hier ${by.you ? 'hast du' : `hat ${by.name}`} ${loss} Gewinnchance verloren${points ? `, oder ${points} Punkte` : ''}.`,
  better: (move) => `Besser: ${move}`,
  shareReason: (clause, played, better) =>
    `Dass ${clause}, geschieht nach diesem Zug in ${played} der Fortsetzungen, nach dem besseren in ${better}.`,
  amountReason: (clause, played, better) =>
    `${clause}, im Mittel: ${played} nach diesem Zug, ${better} nach dem besseren.`,
  hintShareReason: (clause, other, best) =>
    `Dass ${clause}, geschieht danach in ${best} der Fortsetzungen, nach dem anderen in ${other}.`,
  hintAmountReason: (clause, other, best) =>
    `${clause}, im Mittel: ${best} danach, ${other} nach dem anderen.`,
  edit: 'Stellung bearbeiten',
  playOn: {
    title: 'Von hier aus weiterspielen',
    line: 'Du spielst von dieser Stellung aus gegen Bots weiter. Das ist eine Übung: Die Partie zählt nirgends.',
    dealtAgain:
      'Was dein Platz nicht sehen konnte, wird neu verteilt. So weißt du nicht mehr, als man dort damals wusste.',
    seat: 'Dein Platz',
    against: 'Gegen',
    start: 'Los',
  },
  manyThings: 'Kein einzelner Grund: Viele Kleinigkeiten kommen zusammen.',
  lookAt: 'Ansehen',
  tryAll: (count) => `${plural(count, 'Fehler', 'Fehler')} noch einmal versuchen`,

  identity: 'Woher das Ergebnis kam',
  inChances: 'Gewinnchance',
  inPoints: 'Punkte',
  start: 'Am Anfang',
  finish: 'Ergebnis',
  parts: (who, other) => ({
    luck: luckOf(who),
    others_luck: luckOf(other ?? THE_OTHERS),
    losses: mistakesOf(who),
    others_losses: mistakesOf(other ?? THE_OTHERS),
    unplayed: 'Was nicht gespielt wurde',
    hidden: 'Verdeckte Karten',
  }),
  others: 'die anderen',
  another: 'jemand anderes',
  hiddenWhy: 'Verdeckte Karten: was niemand wissen konnte, und was die Schätzungen verfehlt haben.',
  unplayedWhy:
    'Was nicht gespielt wurde: Die Partie endete vorzeitig. Das Ergebnis zählt, wie es ist, egal wie viel die letzte Stellung wert war.',
  endedEarly: {
    resigned: 'Die Partie endete vorzeitig, durch Aufgabe.',
    time: 'Die Partie endete vorzeitig, durch die Uhr.',
  },
  decidedMost: (part, change) => `Am meisten ausgemacht hat: ${part} (${change}).`,
  percentUnit: (value) => `${value}\u00a0%`,

  luck: 'Glück',
  deal: (change) => `Die Verteilung am Anfang: ${change}`,
  luckiest: 'Das größte Glück beim Ziehen',
  unluckiest: 'Das größte Pech beim Ziehen',
  noDraws: 'Beim Ziehen hat sich nichts viel verändert.',
  adjusted: (result) => `Ohne das Glück beim Ziehen wäre das Ergebnis ${result} eines Sieges wert.`,
  drawLuck: (who, change, error) =>
    `Was nach diesem Zug gezogen wurde: ${change} (± ${error}) Glück für ${who.you ? 'dich' : who.name}.`,

  byKind: 'Nach Art des Zuges',
  byPhase: 'Nach Phase',
  phases: { opening: 'Anfang', middle: 'Mitte', end: 'Ende' },
  shareOf: (loss, counted) => `${loss} in ${plural(counted, 'Entscheidung', 'Entscheidungen')}`,
  engine: (name, version, simulations, rules) =>
    `Beurteilt von ${name} ${version} mit ${simulations} Simulationen, Regeln ${rules}. Vergleiche nur Analysen desselben Programms.`,

  chart: 'Gewinnchancen',
  chartKeys: 'Die Pfeiltasten gehen von Zug zu Zug, mit der Umschalttaste von Fehler zu Fehler.',
  chartSays: (who, lowest, lowestAt, highest, highestAt) =>
    `${who.you ? 'Deine Chance' : `Die Chance von ${who.name}`} war vor Zug ${lowestAt} am kleinsten (${lowest}) und vor Zug ${highestAt} am größten (${highest}).`,
  at: (ply, last) => `Zug ${ply} von ${last}`,
  theEnd: 'Ende der Partie',
  chances: (name, chance) => `${name} ${chance}`,
  back: 'Einen Zug zurück',
  on: 'Einen Zug weiter',
  backMistake: 'Zum vorigen Fehler',
  onMistake: 'Zum nächsten Fehler',
  threshold: (loss) => `Fehler ab ${loss} Verlust`,
  shown: (who, count) => `${who.you ? 'deine' : `von ${who.name}`}: ${count || 'keine'}`,

  endLine: 'Das ist die Schlussstellung. Geh zu einem Zug zurück, um zu sehen, was besser war.',
  chosen: (who) => (who.you ? 'Du hast gespielt' : `${who.name} hat gespielt`),
  known: (who) => (who.you ? 'Was du wusstest' : `Was ${who.name} wusste`),
  open: 'Mit offenen Karten',
  viewpoint: 'Blickwinkel',
  lost: (loss, error, points) => `−${loss} (± ${error}), ${points} Punkte.`,
  lostExactly: (points) => `Genau ${points} Punkte.`,
  lostNothing: 'Der beste Zug.',
  lostNoise: 'Kein Verlust, der sich vom Zufall unterscheiden lässt.',
  forced: 'Der einzige mögliche Zug: Er zählt nicht.',
  noDifference: 'Kein Zug machte einen Unterschied, der sich vom Zufall unterscheiden lässt: Er zählt nicht.',
  punished: 'Die anderen haben es genutzt.',
  unpunished: 'Die anderen haben es nicht genutzt.',
  rank: (rank, moves) =>
    rank === 1 ? `Der beste von ${plural(moves, 'Zug', 'Zügen')}` : `Nummer ${rank} von ${moves} Zügen`,
  candidates: 'Züge',
  unlisted: (count) =>
    count === 1
      ? 'Ein schwächerer Zug steht nicht in der Liste.'
      : `${count} schwächere Züge stehen nicht in der Liste.`,
  disagree:
    'Der beste Zug ist der, den eine tiefere Suche vorzieht. Ein Zug mit höherer Chance in dieser Liste verliert nichts.',
  played: 'gespielt',
  best: 'am besten',
  exact: 'exakt',
  exactLong: 'Gelöst: Diese Vorsprünge sind exakt.',
  exactMargin: (points) => `${points} Punkte`,
  chance: (chance, error) => `${chance} ± ${error}`,
  showLine: 'Weiter durchspielen',
  line: (step, steps) => `Fortsetzung, Schritt ${step} von ${steps}`,
  lineStart: 'Die Stellung vor dem Zug',
  lineBack: 'Einen Schritt zurück',
  lineOn: 'Nächster Schritt',
  lineClose: 'Zurück zur Partie',
  lineStopped: 'Hier passt die erwartete Fortsetzung nicht zu den wirklichen Karten.',
  lineWhy: 'Mit offenen Karten gezeigt. Gezogen wird anders als in der Partie.',
  openBest: (move, loss) =>
    `Wer alle Karten sähe, würde so ziehen: ${move}. Das ist ${loss} besser als der gespielte Zug.`,
  openSame: 'Auch mit offenen Karten ist kein Zug der Liste besser.',
  openWhy: 'Kein Vorwurf: Das konnte niemand wissen.',

  tryAgain: 'Noch einmal versuchen',
  tryTitle: (at, of) => `Finde einen besseren Zug (${at} von ${of})`,
  tryLine: (loss) => `Wähle einen Zug, der weniger als ${loss} verliert. Du siehst, was du damals wusstest.`,
  tryPick: 'Wähle einen Zug, hier oder auf dem Brett. Du kannst jeden möglichen Zug versuchen.',
  tryIllegal: 'Diesen Zug erlauben die Regeln hier nicht.',
  tryJudging: (move) => `${move}: wird gerade beurteilt …`,
  tryRight: (move) => `Ja! ${move}: ein guter Zug.`,
  tryBest: (move) => `Ja! ${move}: der beste Zug.`,
  tryWrong: (move, loss) => `${move}: verliert ${loss}. Versuche einen anderen.`,
  trySame: (move) => `${move}: So wurde gespielt. Versuche einen anderen.`,
  tryReveal: 'Antwort zeigen',
  tryWhy: 'Ansehen, warum',
  tryNext: 'Nächster Fehler',
  tryStop: 'Aufhören',
};
