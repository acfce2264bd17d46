/** Die Regeln von Mandala; docs/mandala.md hat dieselben mit denselben Kennungen. */
import type { Rule } from '../game-ui.ts';

export const rules: readonly Rule[] = [
  {
    id: 'M1',
    title: 'Material',
    text: 'Es gibt 108 Karten, je 18 in sechs Farben, und zwei Mandalas. In der Mitte eines Mandalas liegt sein Zentrum, das ihr euch teilt; auf deiner Seite davon hast du ein eigenes Feld, gegenüber liegt das andere. Außerdem hast du einen Fluss mit den Plätzen 1 bis 6 und einen Kelch.',
  },
  {
    id: 'M2',
    title: 'Aufbau',
    text: 'In jedes Zentrum kommen zwei offene Karten. Ihr bekommt je sechs Karten auf die Hand und je zwei verdeckte Karten in den Kelch. Wer beginnt, entscheidet das Los, wenn am Tisch nichts anderes eingestellt ist.',
  },
  {
    id: 'M3',
    title: 'Was geheim ist',
    text: 'Deine Hand und die zwei Karten, die dein Kelch zu Beginn bekommt, kennst nur du. Was später in einen Kelch kommt, lag zwar offen in einem Zentrum, liegt dort aber verdeckt: Vom anderen Kelch siehst du nur, wie viele Karten er enthält. Ist die Gedächtnishilfe eingeschaltet, sehen alle diese späteren Karten. Der Ablagestapel ist offen; vom Zugstapel ist nur bekannt, wie groß er ist.',
    ruling: 'Ist die Partie zu Ende, wird alles aufgedeckt.',
  },
  {
    id: 'M4',
    title: 'Dein Zug',
    text: 'Ihr seid abwechselnd dran. Ein Zug besteht aus genau einer von drei Möglichkeiten: eine Karte in ein Zentrum spielen (M6), Karten auf eines deiner Felder spielen (M7) oder Karten abwerfen (M8).',
  },
  {
    id: 'M5',
    title: 'Die goldene Regel',
    text: 'Jede Farbe liegt in einem Mandala nur an einer Stelle: im Zentrum, in deinem Feld oder im Feld gegenüber. Wo sie schon liegt, dürfen weitere Karten dazukommen. Was im einen Mandala liegt, spielt für das andere keine Rolle. Beim Abwerfen gilt diese Regel nicht.',
  },
  {
    id: 'M6',
    title: 'Möglichkeit A: ins Zentrum',
    text: 'Spiel genau eine Karte in eines der beiden Zentren und zieh dann drei Karten. Mehr als acht Karten darfst du dabei nicht auf die Hand bekommen: Hast du noch sechs, ziehst du nur zwei, und hast du noch sieben, nur eine. Nach dem Ziehen kann das Mandala vollständig sein (M9).',
  },
  {
    id: 'M7',
    title: 'Möglichkeit B: auf ein Feld',
    text: 'Spiel beliebig viele Karten einer einzigen Farbe auf eines deiner beiden Felder. Wenigstens eine Karte musst du auf der Hand behalten. Du ziehst nichts nach. Danach kann das Mandala vollständig sein (M9).',
  },
  {
    id: 'M8',
    title: 'Möglichkeit C: abwerfen',
    text: 'Leg beliebig viele Karten einer einzigen Farbe auf den Ablagestapel und zieh ebenso viele neue. Haben alle deine Karten dieselbe Farbe, darfst du auch alle abwerfen.',
  },
  {
    id: 'M9',
    title: 'Ein vollständiges Mandala',
    text: 'Sobald in einem Mandala alle sechs Farben zu sehen sind – Zentrum und beide Felder zusammengenommen –, ist es vollständig und wird sofort aufgelöst.',
  },
  {
    id: 'M10',
    title: 'Auflösen: die Reihenfolge',
    text: 'Abwechselnd nehmt ihr euch alle Karten einer Farbe aus dem Zentrum, bis es leer ist. Wer in diesem Mandala mehr Karten im eigenen Feld hat, fängt an. Bei Gleichstand fängt an, wer das Mandala nicht vollständig gemacht hat.',
  },
  {
    id: 'M11',
    title: 'Auflösen: was du nimmst',
    text: 'Fehlt die Farbe noch in deinem Fluss, kommt eine der Karten auf den niedrigsten freien Flussplatz und der Rest verdeckt in deinen Kelch. Liegt die Farbe schon im Fluss, kommen alle in den Kelch. Eine Karte im Fluss bleibt bis zum Ende, wo sie ist.',
  },
  {
    id: 'M12',
    title: 'Leeres Feld',
    text: 'Liegt in deinem Feld dieses Mandalas keine Karte, nimmst du trotzdem abwechselnd mit, legst aber alles auf den Ablagestapel.',
  },
  {
    id: 'M13',
    title: 'Nach dem Auflösen',
    text: 'Die Karten beider Felder kommen auf den Ablagestapel. Ist die Partie noch nicht vorbei, bekommt das Zentrum zwei neue offene Karten. Es geht bei der Person weiter, die das Mandala nicht vollständig gemacht hat.',
  },
  {
    id: 'M14',
    title: 'Der Zugstapel ist leer',
    text: 'In dem Augenblick, in dem die letzte Karte des Zugstapels weg ist, auch mitten im Ziehen, wird der Ablagestapel zum neuen Zugstapel gemischt, und das Ende der Partie beginnt: Sie ist vorbei, wenn das nächste vollständige Mandala aufgelöst ist. Bei Möglichkeit A wird erst gezogen und dann geprüft, ob das Mandala vollständig ist; beides kann also im selben Zug geschehen. Leeren dagegen die neuen Karten für ein Zentrum den Stapel, zählt das eben aufgelöste Mandala nicht mehr: Erst das nächste ist das letzte.',
    ruling:
      'Sind beide Stapel leer, ziehst du weniger Karten oder keine; was später abgeworfen wird, dient beim nächsten Ziehen als Zugstapel. Und ist der Zugstapel einmal leer gewesen, endet die Partie sofort, wenn ihr zusammen zwanzigmal in Folge nur abwerft. Jede Karte in ein Zentrum oder auf ein Feld lässt die Zählung neu beginnen; das Abwerfen, das den Stapel geleert hat, zählt nicht mit. Beide sehen den Stand.',
  },
  {
    id: 'M15',
    title: 'Die sechste Farbe im Fluss',
    text: 'Kommt eine sechste Farbe in einen Fluss, wird das Zentrum noch ganz aufgeteilt; dann ist die Partie vorbei.',
  },
  {
    id: 'M16',
    title: 'Nie ohne Karten',
    text: 'Am Ende deines Zuges musst du wenigstens eine Karte auf der Hand haben.',
    ruling:
      'Deine letzte Karte darfst du also nicht in ein Zentrum spielen, wenn es nichts zu ziehen gibt. Abwerfen darfst du sie auch dann.',
  },
  {
    id: 'M17',
    title: 'Wertung',
    text: 'Jede Karte in deinem Kelch zählt so viele Punkte, wie der Flussplatz ihrer Farbe angibt; liegt die Farbe nicht in deinem Fluss, zählt sie nichts. Karten im Fluss, auf der Hand und im anderen Mandala bringen keine Punkte. Ein Beispiel: Vier Karten der Farbe auf Platz 1, fünf zu Platz 2, sechs zu Platz 3, keine zu Platz 4, drei zu Platz 5 und eine zu Platz 6 ergeben 4 + 10 + 18 + 0 + 15 + 6 = 53 Punkte.',
  },
  {
    id: 'M18',
    title: 'Wer gewinnt',
    text: 'Wer die meisten Punkte hat, gewinnt. Bei Gleichstand gewinnt, wer weniger Karten im Kelch hat.',
    ruling: 'Ist auch das gleich, teilt ihr euch den Sieg.',
  },
];
