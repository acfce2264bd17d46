import { expect, test } from 'vitest';
import type { Headline, Reason } from '../generated/review.ts';
import type { GameName } from '../generated/games.ts';
import type { Someone } from '../games/game-ui.ts';
import type { ReviewWords } from '../games/review-words.ts';
import { reviewWords as flowers } from '../games/flowers/review-words.ts';
import { reviewWords as mandala } from '../games/mandala/review-words.ts';
import { reviewWords as patterns } from '../games/patterns/review-words.ts';
import { loadPositions } from '../games/positions.ts';
import { LANGUAGES, type Catalogue } from '../i18n/languages.ts';
import { de as german } from '../i18n/de.ts';
import { en as english } from '../i18n/en.ts';
import { decision, seatReview } from './sample-review.ts';
import { levelInWords, lossInWords, marksOf, othersOf, playInWords, reasonInWords } from './sentences.ts';
import { de } from './texts.de.ts';
import { en } from './texts.en.ts';

const YOU: Someone = { name: 'Anna', you: true };
const SPROUT: Someone = { name: 'Sprout', you: false };
const several = { one: en.another, all: en.others };

test('the headline names the levels that play like this', () => {
  const say = (changes: Partial<Headline>) =>
    levelInWords(
      { loss: 0.02, error: 0.01, points: 1, above: null, below: null, like: null, ...changes },
      english.levels,
      en,
    );
  expect(say({ above: 3, below: 4 })).toBe('Between Bud and Blossom');
  expect(say({ above: 2, below: 4, like: 3 })).toBe('Like Bud');
  expect(say({ above: 5, like: 6 })).toBe('Like Forest, or stronger');
  expect(say({ below: 2, like: 1 })).toBe('Like Seed, or weaker');
  expect(say({})).toBe('Loss per decision');
  expect(say({ loss: null })).toBe('Nothing to judge');
  expect(levelInWords(seatReview(0, 1).headline, german.levels, de)).toBe('Zwischen Knospe und Blüte');
});

test('the play of a seat in figures', () => {
  const seat = seatReview(0, 1);
  expect(playInWords(seat, en, 'en')).toEqual([
    '2.1% (± 0.8%) of the chance to win lost per decision, or 0.6 points.',
    '15 of 20 decisions counted: 3 had only one move, in 2 nothing made a difference.',
  ]);
  expect(playInWords(seat, de, 'de')[0]).toBe(
    '2,1\u00a0% (± 0,8\u00a0%) Gewinnchance gingen pro Entscheidung verloren, oder 0,6 Punkte.',
  );
  expect(marksOf(seat)).toEqual([
    ['blunder', 1],
    ['mistake', 2],
    ['only_move', 1],
  ]);
});

test('a reason is made of measured facts, in both languages', () => {
  const reason: Reason = { fact: 'they_complete', unit: 'share', played: 0.71, better: 0.34, explained: 0.8 };
  const others = othersOf(0, [YOU, SPROUT], several);
  expect(reasonInWords({ reason }, mandala.en, YOU, others, en, 'en')).toBe(
    'After this move, Sprout completes the next mandala in 71% of the continuations; after the better one, in 34%.',
  );
  expect(reasonInWords({ reason }, mandala.de, YOU, others, de, 'de')).toBe(
    'Dass Sprout das nächste Mandala vollendet, geschieht nach diesem Zug in 71\u00a0% der Fortsetzungen, nach dem besseren in 34\u00a0%.',
  );
  const points: Reason = { fact: 'your_points', unit: 'amount', played: 3.24, better: 4, explained: 0.6 };
  expect(reasonInWords({ reason: points }, patterns.en, YOU, others, en, 'en')).toBe(
    'Points for you, on average: 3.2 after this move, 4.0 after the better one.',
  );
});

test('without one main fact, or with one that is unknown here, many small things add up', () => {
  const others = othersOf(0, [YOU, SPROUT], several);
  const unknown: Reason = { fact: 'new', unit: 'share', played: 0, better: 1, explained: 1 };
  for (const reason of [null, unknown])
    expect(reasonInWords({ reason }, mandala.en, YOU, others, en, 'en')).toBe(en.manyThings);
});

test('several opponents are “another player” or “the others”', () => {
  const others = othersOf(1, [YOU, SPROUT, SPROUT], several);
  expect(flowers.en.facts['others_choose']!(SPROUT, others)).toBe(
    'another player chooses a tile of the next mandala',
  );
  expect(flowers.en.facts['others_tiles']!(SPROUT, others)).toBe('Tiles for the others');
});

test('both languages of a game have the same facts and kinds', () => {
  for (const words of [mandala, patterns, flowers])
    for (const part of ['facts', 'kinds'] as const)
      expect(Object.keys(words.de[part])).toEqual(Object.keys(words.en[part]));
});

test('what a decision cost', () => {
  expect(lossInWords(decision(1, 0.123), en, 'en')).toBe('−12.3% (± 1.0%), −1.2 points.');
  expect(lossInWords(decision(1, 0, { rank: 1 }), en, 'en')).toBe(en.lostNothing);
  expect(lossInWords(decision(1, 0.005), en, 'en')).toBe(en.lostNoise);
  expect(lossInWords(decision(1, 0, { not_counted: 'forced' }), de, 'de')).toBe(de.forced);
  const exact = decision(1, 0.1, { loss: { win: 0.1, win_error: 0, points: 3, points_error: 0 } });
  exact.evaluation.exact = true;
  expect(lossInWords(exact, en, 'en')).toBe('−3.0 points, exactly.');
});

async function movesInWords<Game extends GameName>(game: Game, words: Catalogue<ReviewWords<Game>>) {
  return (await loadPositions(game)).flatMap(({ legal, view }) =>
    legal.flatMap((move) => LANGUAGES.map((language) => ({ move, said: words[language].move(move, view) }))),
  );
}

test('every legal move of every game has words that fit every player', async () => {
  const all = [
    ...(await movesInWords('mandala', mandala)),
    ...(await movesInWords('patterns', patterns)),
    ...(await movesInWords('flowers', flowers)),
  ];
  for (const { move, said } of all) {
    expect(said).not.toBe(move);
    expect(said).not.toMatch(/undefined|\b(you|your|dein|du)\b/i);
  }
});
