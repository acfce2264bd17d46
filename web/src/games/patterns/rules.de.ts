/** Die Regeln von Patterns; docs/patterns.md hat dieselben mit denselben Kennungen. */
import type { Rule } from '../game-ui.ts';

export const rules: readonly Rule[] = [
  {
    id: 'P1',
    title: 'Material',
    text: 'Es gibt 54 Plättchen, neun in jeder von sechs Farben: Rot, Orange, Gelb, Grün, Violett und Schwarz. Ein Plättchen hat eine Vorder- und eine Rückseite, und beide zeigen seine Farbe. Du hast wie dein Gegenüber Marker 1 bis 6, sechs Farbmarker, eine Schale für das Tauschplättchen und einen Fluss mit den Plätzen 1 bis 6, der zeigt, welche Farben du eröffnet hast.',
  },
  {
    id: 'P2',
    title: 'Spielplan',
    text: 'Das Mandala hat 52 Felder: ein Gitter von 8 × 8, dem an jeder Ecke drei Felder fehlen, also Reihen mit 4, 6, 8, 8, 8, 8, 6 und 4. Die Felder heißen wie beim Schach: Linien a bis h von links, Reihen 1 bis 8 von unten. Die Mitte bilden d4, e4, d5 und e5.',
  },
  {
    id: 'P3',
    title: 'Aufbau',
    text: 'Von jeder Farbe kommt ein Plättchen beiseite. Die anderen 48 werden zufällig mit der Vorderseite nach oben auf alle Felder außer der Mitte gelegt. Vier der sechs beiseitegelegten kommen zufällig in die Mitte; zwei bleiben übrig. Wer beginnt, sagt das Los, wenn am Tisch nichts anderes ausgemacht ist. Wer nicht beginnt, entscheidet, wer welches der zwei übrigen als erstes Tauschplättchen bekommt.',
  },
  {
    id: 'P4',
    title: 'Dein Zug',
    text: 'Ihr zieht abwechselnd. In deinem Zug tust du genau eines: Du eröffnest eine neue Gruppe, oder du erweiterst eine deiner Gruppen durch Umdrehen oder Austauschen. Wenn du etwas tun kannst, musst du es auch.',
  },
  {
    id: 'P5',
    title: 'Eröffnen',
    text: 'Du darfst eröffnen, wenn du die Farbe deines Tauschplättchens noch nicht eröffnet hast. Nimm irgendein Plättchen vom Plan, das seine Vorderseite zeigt; es darf auch dieselbe Farbe haben. Dein Tauschplättchen kommt mit der Rückseite nach oben auf dessen Feld und bekommt deinen niedrigsten freien Marker. Das genommene Plättchen ist dein neues Tauschplättchen.',
  },
  {
    id: 'P6',
    title: 'Gruppen',
    text: 'Nur Plättchen, deren Rückseite oben liegt, bilden Gruppen. Du hast von jeder Farbe höchstens eine Gruppe, zusammen also höchstens sechs. Ein Plättchen mit der Rückseite nach oben bleibt für immer liegen, ein Marker auf dem Plan ebenso.',
  },
  {
    id: 'P7',
    title: 'Umdrehen',
    text: 'Dreh ein Plättchen um, das seine Vorderseite zeigt, die Farbe einer deiner Gruppen hat und neben dieser Gruppe liegt. Neben heißt links, rechts, darüber oder darunter; schräg genügt nicht. Dein Tauschplättchen bleibt in der Schale.',
  },
  {
    id: 'P8',
    title: 'Austauschen',
    text: 'Nimm ein Plättchen, das seine Vorderseite zeigt und neben deiner Gruppe in der Farbe deines Tauschplättchens liegt. Dein Tauschplättchen kommt mit der Rückseite nach oben auf dessen Feld. Das genommene Plättchen ist dein neues Tauschplättchen.',
    ruling:
      'Hat das genommene Plättchen dieselbe Farbe, so kommt dasselbe heraus wie beim Umdrehen, und der Zug wird als Umdrehen aufgeschrieben.',
  },
  {
    id: 'P9',
    title: 'Gruppen einer Farbe berühren sich nie',
    text: 'Du darfst nicht eröffnen, umdrehen oder austauschen, wenn das neue Plättchen mit der Rückseite nach oben neben einer gleichfarbigen Gruppe deines Gegenübers läge. Schräg berühren ist erlaubt, und Gruppen anderer Farben darfst du immer berühren.',
  },
  {
    id: 'P10',
    title: 'Ende',
    text: 'Das Spiel endet, sobald jemand am Zug ist und nichts mehr tun kann.',
  },
  {
    id: 'P11',
    title: 'Letztes Umdrehen',
    text: 'Dann darf die andere Seite noch so oft umdrehen, wie sie mag, und jederzeit aufhören. Eröffnen und Austauschen gibt es nicht mehr, und Gruppen einer Farbe dürfen sich noch immer nicht berühren.',
    ruling: 'Gibt es nichts umzudrehen, ist das Spiel sofort zu Ende.',
  },
  {
    id: 'P12',
    title: 'Wertung',
    text: 'Jede Gruppe zählt ihre Plättchen, ohne das unter dem Marker, mal die Zahl des Markers. Tauschplättchen zählen nichts. Die meisten Punkte gewinnen; bei Gleichstand ist es unentschieden. Ein Beispiel: Gruppen aus 3 Plättchen mit Marker 1, aus 4 mit Marker 2 und aus 2 mit Marker 3 ergeben 2 + 6 + 3 = 11.',
  },
];
