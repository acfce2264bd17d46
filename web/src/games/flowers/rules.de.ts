/** Die Regeln von Flowers; docs/flowers.md hat dieselben mit denselben Kennungen. */
import type { Rule } from '../game-ui.ts';

export const rules: readonly Rule[] = [
  {
    id: 'F1',
    title: 'Material',
    text: 'Es gibt 90 Karten, 15 in jeder der sechs Farben, und 36 Blumenplättchen: in jeder Farbe je eines mit 2, 3, 4, 5, 7 und ×3. Rote, violette und schwarze Plättchen haben eine dunkle Rückseite, orange, gelbe und grüne eine helle, von jeder Sorte 18. Zu jedem der drei Mandalas gehört ein Mehrheitenmarker.',
  },
  {
    id: 'F2',
    title: 'Aufbau',
    text: 'Die dunklen und die hellen Plättchen bilden zwei Stapel. Jedes Mandala bekommt aus beiden Stapeln ein Plättchen, offen, und darauf seinen Marker. Der Reihe nach ziehen alle ihre Karten: 5, 6, 7 und 8. Wer beginnt, entscheidet das Los, sofern am Tisch nichts anderes gilt.',
  },
  {
    id: 'F3',
    title: 'Geheimnisse',
    text: 'Deine Hand kennst nur du. Der Ablagestapel ist offen. Wie viele Karten und Plättchen noch in den Stapeln sind, wissen alle, aber nicht, welche. Verdeckte Karten wurden beim Legen gezeigt, und ihre Farben stehen im Protokoll; Karten, die jemand aus einem Mandala zurückgenommen hat, haben alle gesehen.',
    ruling:
      'Auch von deinen eigenen verdeckten Karten siehst du nur die Rückseite. Die Gedächtnishilfe zeigt allen, was sich alle merken könnten: die Farben verdeckter Karten, zurückgenommene Karten, die noch auf der Hand sind, und fertige Blumen. Nach dem Spielende ist nichts mehr geheim.',
  },
  {
    id: 'F4',
    title: 'Legen',
    text: 'Bist du dran, legst du eine oder mehrere Karten einer einzigen Farbe auf deine Seite eines Mandalas. Ist die Farbe dort neu, also auf keinem seiner Plättchen und auf keiner offenen Karte von irgendwem, liegen sie alle offen. Sonst liegen sie alle verdeckt.',
  },
  {
    id: 'F5',
    title: 'Nachziehen',
    text: 'Hast du genau eine Karte gelegt, ziehst du vier nach oder weniger: Durch Nachziehen hast du nie mehr als acht auf der Hand. Hast du zwei oder mehr gelegt, ziehst du nichts. Ist der Zugstapel leer, wird der Ablagestapel gemischt und tritt an seine Stelle.',
    ruling:
      'Der Zugstapel wird in dem Augenblick erneuert, in dem er leer ist, auch mitten im Ziehen; liegt dann nichts auf dem Ablagestapel, beim nächsten Ziehen. Sind beide Stapel leer, ziehst du weniger oder gar keine Karten.',
  },
  {
    id: 'F6',
    title: 'Nie ohne Karten',
    text: 'Nach dem Nachziehen musst du mindestens eine Karte auf der Hand haben. Du darfst also nie alle Karten auf einmal legen, wenn es zwei oder mehr sind, und deine letzte nur, wenn du eine neue ziehen kannst.',
    ruling:
      'Kannst du nichts legen, passt du; kannst du es, darfst du nicht passen. Haben alle hintereinander gepasst, endet das Spiel wie in F15.',
  },
  {
    id: 'F7',
    title: 'Mehrheit',
    text: 'Nach dem Ziehen zählt das Mandala, an das du gelegt hast. Liegt dort von dir eine offene Karte, und hast du dort insgesamt mehr Karten als jeder andere, von dem eine offene Karte da liegt, bekommst du den Marker. Verdeckte Karten zählen mit, aber nur neben einer offenen. Bei Gleichstand bleibt der Marker, wo er ist.',
  },
  {
    id: 'F8',
    title: 'Vollständig',
    text: 'Zeigen die Plättchen und die offenen Karten dieses Mandalas nun alle sechs Farben, ist es vollständig und wird sofort aufgelöst.',
  },
  {
    id: 'F9',
    title: 'Erstes Plättchen',
    text: 'Wer den Marker hat, nimmt eines der beiden Plättchen nach eigener Wahl. Ablehnen darf man ein Plättchen nicht.',
    ruling: 'Gewählt wird auch dann, wenn ohnehin beide an dieselbe Person gehen.',
  },
  {
    id: 'F10',
    title: 'Zweites Plättchen',
    text: 'Das andere Plättchen bekommt, wer dort unter den Übrigen mit einer offenen Karte die meisten Karten hat. Bei Gleichstand entscheidet die größere Zahl offener Karten. Steht es dann immer noch gleich, oder gibt es niemanden, geht es auch an die Person mit dem Marker.',
  },
  {
    id: 'F11',
    title: 'Zu zweit',
    text: 'Zu zweit bekommst du das zweite Plättchen nur, wenn du dort außerdem mindestens halb so viele Karten hast wie die Person mit dem Marker. Sonst nimmt sie beide.',
  },
  {
    id: 'F12',
    title: 'Blumen',
    text: 'Sobald du zwei einzelne Plättchen einer Farbe hast, werden sie zu einer Blume und bleiben für immer zusammen. Bis zur Wertung drehst du sie auf die Rückseite: Ihre Plättchen haben beim Nehmen alle gesehen, aber auf dem Tisch sehen die anderen nur, dass dort eine dunkle oder helle Blume liegt.',
    ruling:
      'Deine eigenen Blumen darfst du ansehen. Zahlen und Farben der Blumen anderer, und Punkte, die sie verraten würden, werden vor dem Spielende nicht gezeigt, außer mit der Gedächtnishilfe.',
  },
  {
    id: 'F13',
    title: 'Karten',
    text: 'Wer ein Plättchen bekommen hat, wirft alle eigenen Karten dieses Mandalas ab. Alle anderen nehmen ihre auf die Hand zurück, auch über acht hinaus.',
  },
  {
    id: 'F14',
    title: 'Neues Mandala',
    text: 'Ein dunkles und ein helles Plättchen werden dort ausgelegt, und der Marker kehrt auf sie zurück. Als Nächstes ist dran, wer nach der Person sitzt, die das Mandala vollständig gemacht hat.',
  },
  {
    id: 'F15',
    title: 'Ende',
    text: 'Hat jemand eine dritte Blume, wird die Runde zu Ende gespielt, damit alle gleich oft dran waren; dann ist das Spiel aus. Es ist sofort aus, wenn für ein neues Mandala Plättchen fehlen. Danach werden die Mandalas, die noch auf dem Tisch sind, wie in F9 bis F13 aufgelöst, eines nach dem anderen in zufälliger Reihenfolge, vollständig oder nicht; neue beginnen nicht mehr.',
    ruling:
      'Ob dieser letzte Schritt zu beiden Enden gehört, legt der Tisch fest: immer, oder nur, wenn die Plättchen ausgehen; sonst bleibt liegen, was in den Mandalas liegt. Haben alle gepasst, gilt dasselbe wie nach einer dritten Blume. Auf ein Mandala, das im allerletzten Zug vollständig wird, folgt noch ein neues, das dann zu den letzten gehört. Ein Mandala, dessen Marker niemand hat, bringt keine Plättchen: Seine Karten gehen an ihre Besitzer zurück.',
  },
  {
    id: 'F16',
    title: 'Wertung',
    text: 'Ein einzelnes Plättchen zählt seine Zahl, ein einzelnes ×3 nichts. Eine Blume mit ×3 zählt das Dreifache ihres anderen Plättchens. Jede andere Blume zählt ihre kleinere Zahl doppelt und ihre größere einfach: 3 und 5 ergeben 6 + 5 = 11. Karten zählen nichts.',
  },
  {
    id: 'F17',
    title: 'Sieg',
    text: 'Wer die meisten Punkte hat, gewinnt. Bei Gleichstand gewinnt, wer mehr Karten auf der Hand hat. Steht es immer noch gleich, wird der Sieg geteilt.',
  },
];
