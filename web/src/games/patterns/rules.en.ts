/** The rules of Patterns; docs/patterns.md has the same ones with the same ids. */
import type { Rule } from '../game-ui.ts';

export const rules: readonly Rule[] = [
  {
    id: 'P1',
    title: 'Material',
    text: 'There are 54 tiles, nine in each of six colours: red, orange, yellow, green, purple and black. A tile has a front and a back, and both show its colour. Each player has markers 1 to 6, six colour markers, a bowl for the swap tile, and a river with places 1 to 6 that shows which colours they have opened.',
  },
  {
    id: 'P2',
    title: 'Board',
    text: 'The mandala has 52 fields: an 8 × 8 grid without three fields at each corner, so rows of 4, 6, 8, 8, 8, 8, 6 and 4. Fields are named as in chess, files a to h from the left and ranks 1 to 8 from below. The middle is d4, e4, d5 and e5.',
  },
  {
    id: 'P3',
    title: 'Set-up',
    text: 'One tile of each colour is set aside. The other 48 are laid at random, front up, on all fields but the middle. Four of the six set aside are laid at random on the middle; two are left over. The first player is chosen at random, unless the table says otherwise. The other player decides who gets which of the two tiles left over as first swap tile.',
  },
  {
    id: 'P4',
    title: 'Your turn',
    text: 'Players take turns, the beginner first. On your turn you do one thing: open a new group, or extend one of your own by a flip or by a swap. If you can act, you must.',
  },
  {
    id: 'P5',
    title: 'Open a group',
    text: 'You may open if you have not yet opened the colour of your swap tile. Take any tile from the board that shows its front; it may have that same colour. Your swap tile goes on its field, back up, with your lowest unused marker on it. The tile you took is your new swap tile.',
  },
  {
    id: 'P6',
    title: 'Groups',
    text: 'Only tiles with their back up form groups. You have at most one group of each colour, so at most six. A tile with its back up never moves again, and neither does a marker on the board.',
  },
  {
    id: 'P7',
    title: 'Flip',
    text: 'Turn over a tile that shows its front, has the colour of one of your groups and lies beside that group. Beside means left, right, above or below; diagonally is not enough. Your swap tile stays in its bowl.',
  },
  {
    id: 'P8',
    title: 'Swap',
    text: 'Take a tile that shows its front and lies beside your group of the colour of your swap tile. Your swap tile goes on its field, back up. The tile you took is your new swap tile.',
    ruling:
      'If the tile you take has that same colour, the result is the same as a flip, and the move is recorded as a flip.',
  },
  {
    id: 'P9',
    title: 'Groups of one colour never touch',
    text: 'You may not open, flip or swap where the new back-up tile would lie beside a group of the same colour that belongs to your opponent. Touching diagonally is fine, and so is touching groups of other colours.',
  },
  {
    id: 'P10',
    title: 'End',
    text: 'The game ends when the player whose turn it is cannot act.',
  },
  {
    id: 'P11',
    title: 'Last flips',
    text: 'The other player may then flip as often as they like, and may stop at any time. They may not open or swap any more, and groups of one colour still may not touch.',
    ruling: 'If there is nothing to flip, the game is over at once.',
  },
  {
    id: 'P12',
    title: 'Scoring',
    text: 'Each group scores its tiles, without the one under the marker, times the number on the marker. Swap tiles score nothing. Most points wins; with equal points the game is a draw. For example, groups of 3 tiles with marker 1, of 4 with marker 2 and of 2 with marker 3 make 2 + 6 + 3 = 11.',
  },
];
