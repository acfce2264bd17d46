/** What places and the things in them are called. */
import type { EditorPlace, EditorWord, PositionProblem } from '../generated/protocol.ts';
import { colourWords } from '../i18n/colour-words.ts';
import type { Language } from '../i18n/languages.ts';
import { isColour } from '../lib/colours.ts';

/** So many choices are shown as buttons; more of them are a list to open. */
export const FEW = 8;

/** The words of the editor, and how players are called. */
export interface Speaker {
  language: Language;
  seatName: (seat: number) => string;
  ofPlayer: (what: string, who: string) => string;
}

/** The name of a place among those of its word: whose it is, if they are called alike. */
export function placeName(word: EditorWord, { label, owner }: EditorPlace, speaker: Speaker): string {
  const { language, seatName, ofPlayer } = speaker;
  if (owner === null) return label[language];
  return label[language] === word.label[language]
    ? seatName(owner)
    : ofPlayer(label[language], seatName(owner));
}

/** The name of a place among all. */
export function fullName(word: EditorWord, place: EditorPlace, speaker: Speaker): string {
  const [group, own] = [word.label[speaker.language], placeName(word, place, speaker)];
  return group === own ? own : `${group}: ${own}`;
}

/** Something that can be chosen in a place. Its code begins with its colour if it has one: `R`, `R2`. */
export function choiceName(place: EditorPlace, choice: string, language: Language): string {
  const own = place.labels[choice]?.[language];
  if (own) return own;
  const [first = '', ...rest] = choice;
  if (!isColour(first)) return choice;
  return [colourWords[language].name[first], ...rest].join(' ');
}

/** Whether everything there fits into one control: a number, or one thing out of many. */
export const isSimple = ({ kind, most, choices }: EditorPlace): boolean =>
  kind === 'items' ? most === 1 && choices.length > FEW : kind !== 'cards';

/** A board of rows is edited as a whole: its place is that of its word. */
export const isBoard = ({ parts }: EditorWord): boolean => parts[0]?.[0]?.kind === 'row';

export const anchorOf = (id: string): string => `place-${id.replace(/[^a-z0-9]/gi, '-')}`;

/** The place where something is wrong: what it is called, and where the editor has it; null if no single one is to blame. */
export function problemPlace(
  words: readonly EditorWord[],
  problem: Pick<PositionProblem, 'place' | 'word'>,
  speaker: Speaker,
): { id: string; name: string } | null {
  const word =
    words.find(({ parts }) => parts.flat().some(({ id }) => id === problem.place)) ??
    words.find(({ key }) => key === problem.word);
  if (!word) return null;
  if (isBoard(word)) return { id: word.key, name: word.label[speaker.language] };
  const places = word.parts.flat();
  const place = places.find(({ id }) => id === problem.place);
  if (place) return { id: place.id, name: fullName(word, place, speaker) };
  return { id: places[0]!.id, name: word.label[speaker.language] };
}
