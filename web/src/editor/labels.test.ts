import { describe, expect, it } from 'vitest';
import { choiceName, fullName, isSimple, placeName, problemPlace, type Speaker } from './labels.ts';
import { handWord, samplePlace, sampleWord } from './sample-description.ts';

const speaker: Speaker = {
  language: 'en',
  seatName: (seat) => `Player ${seat + 1}`,
  ofPlayer: (what, who) => `${what}, ${who}`,
};
const hands = handWord();
const field = samplePlace('mandala1/1', 'cards', { owner: 0, label: { en: 'Field', de: 'Feld' } });
const mandala = sampleWord('mandala1', [[samplePlace('mandala1/0', 'cards')], [field]], {
  label: { en: 'Mandala 1', de: 'Mandala 1' },
});
const board = sampleWord('board', [
  [samplePlace('board/0', 'row', { fields: ['a1'] })],
  [samplePlace('board/1', 'row', { fields: ['a2'] })],
]);
const words = [hands, mandala, board];

describe('the names of places', () => {
  it('do not repeat what stands above them', () => {
    const hand = { ...hands.parts[1]![0]!, label: hands.label };
    expect(placeName(hands, hand, speaker)).toBe('Player 2');
    expect(fullName(hands, hand, speaker)).toBe('hand: Player 2');
    expect(placeName(mandala, field, speaker)).toBe('Field, Player 1');
    expect(fullName(mandala, field, speaker)).toBe('Mandala 1: Field, Player 1');
  });

  it('tell where something is wrong', () => {
    const at = (place: string | null, word: string | null) => problemPlace(words, { place, word }, speaker);
    expect(at('mandala1/1', 'mandala1')).toEqual({ id: 'mandala1/1', name: 'Mandala 1: Field, Player 1' });
    expect(at(null, 'hand')).toEqual({ id: 'hand/0', name: 'hand' });
    expect(at('board/1', 'board')).toEqual({ id: 'board', name: 'board' });
    expect(at(null, 'nonsense')).toBeNull();
    expect(at(null, null)).toBeNull();
  });
});

describe('choices', () => {
  const tiles = samplePlace('tile', 'items', {
    most: 1,
    choices: [...'123456789'].map((value) => `R${value}`),
    labels: { R2: { en: 'the red two', de: 'die rote Zwei' } },
  });

  it('are named by the server, or by their colour', () => {
    expect(choiceName(tiles, 'R2', 'de')).toBe('die rote Zwei');
    expect(choiceName(tiles, 'R3', 'de')).toBe('Rot 3');
    expect(choiceName(tiles, 'h6', 'en')).toBe('h6');
  });

  it('fit into one control if only one of many is chosen', () => {
    expect(isSimple(tiles)).toBe(true);
    expect(isSimple({ ...tiles, choices: [...'ROYGPK'] })).toBe(false);
    expect(isSimple({ ...tiles, most: 2 })).toBe(false);
    expect(isSimple(field)).toBe(false);
  });
});
