/** The rules of Mandala; docs/mandala.md has the same ones with the same ids. */
import type { Rule } from '../game-ui.ts';

export const rules: readonly Rule[] = [
  {
    id: 'M1',
    title: 'Material',
    text: 'There are 108 cards, 18 in each of six colours, and two mandalas. In the middle of a mandala lies its mountain, which belongs to both of you; each of you has a field on your own side of it. Each of you also has a river with places 1 to 6, and a cup.',
  },
  {
    id: 'M2',
    title: 'Set-up',
    text: 'Two cards are laid face up in each mountain. Each of you gets six cards in hand and two cards face down in the cup. The first player is chosen at random, unless the table says otherwise.',
  },
  {
    id: 'M3',
    title: 'Secrets',
    text: 'Only you know your hand and the two cards that were dealt to your cup. Cards that come to a cup later were open in a mountain before, but in the cup they lie face down: your opponent sees only how many there are. With the memory aid switched on, everyone sees these later cards. The discard pile is open; of the draw pile you know the size, not the cards.',
    ruling: 'When the game is over, everything is shown.',
  },
  {
    id: 'M4',
    title: 'Your turn',
    text: 'You take turns. A turn is exactly one of three actions: play a card to a mountain (M6), play cards to one of your fields (M7), or discard cards (M8).',
  },
  {
    id: 'M5',
    title: 'The golden rule',
    text: 'Within a mandala, each colour lies in one area only: in the mountain, in your field or in your opponent’s field. Where a colour lies already, more cards of it may be added. The two mandalas have nothing to do with each other. Discarding is not bound by this rule.',
  },
  {
    id: 'M6',
    title: 'Action A: to a mountain',
    text: 'Play exactly one card to one of the mountains, then draw three cards. Your hand may not grow beyond eight cards: with six left in hand you draw two, with seven you draw one. After drawing, the mandala may be complete (M9).',
  },
  {
    id: 'M7',
    title: 'Action B: to a field',
    text: 'Play one or more cards of a single colour to one of your own fields. At least one card must stay in your hand. You draw nothing. The mandala may then be complete (M9).',
  },
  {
    id: 'M8',
    title: 'Action C: discard',
    text: 'Put one or more cards of a single colour on the discard pile and draw the same number. If all your cards have one colour, you may discard every one of them.',
  },
  {
    id: 'M9',
    title: 'A complete mandala',
    text: 'As soon as all six colours can be seen in a mandala, in its mountain and both fields together, it is complete and is resolved at once.',
  },
  {
    id: 'M10',
    title: 'Resolving: who takes when',
    text: 'You take turns; each time, all cards of one colour are taken from the mountain, until it is empty. Whoever has more cards in their field of that mandala begins. If you have the same number, the one who did not complete the mandala begins.',
  },
  {
    id: 'M11',
    title: 'Resolving: what you take',
    text: 'If the colour is not yet in your river, one of the cards goes to your lowest free river place, and the others go face down to your cup. If the colour is already in your river, all of them go to your cup. Cards in a river never move again.',
  },
  {
    id: 'M12',
    title: 'Nothing in your field',
    text: 'If you have no card in your field of that mandala, you still take colours in turn, but what you take goes to the discard pile.',
  },
  {
    id: 'M13',
    title: 'After resolving',
    text: 'The cards of both fields are discarded. Unless the game is over, two new cards are laid face up in the mountain. The next turn belongs to the opponent of whoever completed the mandala.',
  },
  {
    id: 'M14',
    title: 'The draw pile runs out',
    text: 'The moment the draw pile is empty, even in the middle of a draw, the discard pile is shuffled to make a new one, and the game enters its end: it is over when the next complete mandala has been resolved. In action A you draw first and check for completion afterwards, so both can happen in one turn. If it is the new cards for a mountain that empty the pile, the mandala just resolved does not count: the next one is the last.',
    ruling:
      'If both piles are empty, you draw fewer cards or none; what is discarded later serves as the draw pile at the next draw. And once the pile has run out, twenty discards in a row, by both of you together, end the game on the spot. A card played to a mountain or a field restarts this count; the discard that emptied the pile is not counted. You both see the count.',
  },
  {
    id: 'M15',
    title: 'The sixth colour in a river',
    text: 'When a sixth colour comes to a river, the mountain being resolved is shared out to its end; then the game is over.',
  },
  {
    id: 'M16',
    title: 'Never without a card',
    text: 'No turn may leave you with an empty hand.',
    ruling:
      'So you may not play your last card to a mountain when there is nothing to draw. Discarding it is still allowed.',
  },
  {
    id: 'M17',
    title: 'Scoring',
    text: 'Each card in your cup scores the number of the river place where its colour lies, and nothing if its colour is not in your river. Cards in the river, in hand and in the other mandala score nothing. An example: four cards of the colour at place 1, five at place 2, six at place 3, none at place 4, three at place 5 and one at place 6 make 4 + 10 + 18 + 0 + 15 + 6 = 53 points.',
  },
  {
    id: 'M18',
    title: 'Who wins',
    text: 'Most points wins. On a tie, the one with fewer cards in the cup wins.',
    ruling: 'If you are still tied, you share the win.',
  },
];
