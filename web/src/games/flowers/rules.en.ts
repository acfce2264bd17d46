/** The rules of Flowers; docs/flowers.md has the same ones with the same ids. */
import type { Rule } from '../game-ui.ts';

export const rules: readonly Rule[] = [
  {
    id: 'F1',
    title: 'Material',
    text: 'There are 90 cards, 15 in each of six colours, and 36 flower tiles: in each colour one each of 2, 3, 4, 5, 7 and ×3. Red, purple and black tiles have a dark back, orange, yellow and green ones a light back, 18 of each kind. Each of the three mandalas has a majority marker.',
  },
  {
    id: 'F2',
    title: 'Set-up',
    text: 'The dark and the light tiles make two stacks. Each mandala gets one tile of either stack, face up, and its marker lies on them. In turn order the players draw 5, 6, 7 and 8 cards. The first player is chosen at random, unless the table says otherwise.',
  },
  {
    id: 'F3',
    title: 'Secrets',
    text: 'Your hand is known to you alone. The discard pile is open. How many cards and tiles are left in the draw pile and the stacks is known, but not which. Cards that lie face down were shown when they were played, and the log tells their colours; cards taken back from a mandala were seen by all.',
    ruling:
      'Your own face-down cards show their backs like everyone else’s. The memory aid shows everyone what everyone could remember: the colours of face-down cards, cards that were taken back and are still in hand, and finished flowers. When the game is over, nothing is hidden any more.',
  },
  {
    id: 'F4',
    title: 'Play',
    text: 'In your turn, play one or more cards of one colour to your side of one mandala. If the colour is new there, on none of its tiles and on nobody’s face-up cards, they all lie face up. Otherwise they all lie face down.',
  },
  {
    id: 'F5',
    title: 'Draw',
    text: 'If you played exactly one card, draw four, or fewer: drawing never takes your hand beyond eight. If you played two or more, you draw nothing. When the draw pile is empty, the discard pile is shuffled and takes its place.',
    ruling:
      'The draw pile is renewed the moment it is empty, even in the middle of a draw; if there are no discarded cards then, at the next draw. If both piles are empty, fewer cards or none are drawn.',
  },
  {
    id: 'F6',
    title: 'Never an empty hand',
    text: 'After drawing you must still have a card in hand. So you may never play all your cards if they are two or more, and your last card only if you can draw another.',
    ruling:
      'If you cannot play anything, you pass; if you can, you may not. When all players have passed in a row, the game ends as in F15.',
  },
  {
    id: 'F7',
    title: 'Majority',
    text: 'After drawing, look at the mandala you played to. If you have a face-up card there, and more cards in all than every other player who has a face-up card there, you take its marker. Face-down cards count too, but only beside a face-up one. On a tie the marker stays where it is.',
  },
  {
    id: 'F8',
    title: 'Completion',
    text: 'If the tiles and the face-up cards of that mandala now show all six colours, it is complete and is resolved at once.',
  },
  {
    id: 'F9',
    title: 'First tile',
    text: 'Whoever has the marker takes one of the two tiles, whichever they like. Nobody may refuse a tile.',
    ruling: 'They choose even where both tiles will be theirs.',
  },
  {
    id: 'F10',
    title: 'Second tile',
    text: 'The other tile goes to the player with the most cards there among the others who have a face-up card there. On a tie it goes to the one of them with more face-up cards. If they are still tied, or if there is no such player, whoever has the marker takes it too.',
  },
  {
    id: 'F11',
    title: 'Two players',
    text: 'With two players you get the second tile only if you also have at least half as many cards there as the player with the marker. Otherwise they take both.',
  },
  {
    id: 'F12',
    title: 'Flowers',
    text: 'As soon as you have two single tiles of one colour, they form a flower and stay together for good. You turn it face down until the scoring: everybody saw its tiles when they were taken, but on the table the others see only that a dark or a light flower lies there.',
    ruling:
      'You may look at your own flowers. The numbers and colours of the others’ flowers, and points that would reveal them, are not shown before the end of the game, unless the memory aid is on.',
  },
  {
    id: 'F13',
    title: 'Cards',
    text: 'Whoever got a tile discards all their cards of that mandala. All others take theirs back to their hands, even beyond eight.',
  },
  {
    id: 'F14',
    title: 'New mandala',
    text: 'One dark and one light tile are laid out there, and the marker returns to them. The next to play is the player after the one who completed the mandala.',
  },
  {
    id: 'F15',
    title: 'End',
    text: 'When someone has formed a third flower, the round is played to its end, so that everyone has had the same number of turns; then the game ends. It ends at once when a new mandala cannot be given its tiles. Then the mandalas still on the table are resolved as in F9 to F13, one after the other in random order, complete or not, and no new ones begin.',
    ruling:
      'Whether this last step belongs to both ends is an option of the table: always, or only when the tiles are out; otherwise what lies in the mandalas stays there. When all have passed, it is as after a third flower. A mandala completed in the very last turn is still followed by a new one, which is then one of the last. A mandala whose marker nobody has gives no tiles: its cards go back to their owners.',
  },
  {
    id: 'F16',
    title: 'Scoring',
    text: 'A single tile scores its number, a single ×3 nothing. A flower with ×3 scores three times its other tile. Any other flower scores twice its lower number plus its higher one: 3 and 5 make 6 + 5 = 11. Cards score nothing.',
  },
  {
    id: 'F17',
    title: 'Winner',
    text: 'Most points wins. On a tie the player with more cards in hand wins. If they are still tied, they share the win.',
  },
];
