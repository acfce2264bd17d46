/** Loads the pictures of the rules, which `make web-positions` writes. */
import type { GameName } from '../generated/games.ts';
import type { RulePicture } from './game-ui.ts';

// JSON has no types: this line declares them, and `isOf` checks the game.
const files = import.meta.glob<Record<string, RulePicture>>('./*/pictures.json', { import: 'default' });

export async function loadPictures<Game extends GameName>(
  game: Game,
): Promise<Record<string, RulePicture<Game>>> {
  const isOf = (picture: RulePicture): picture is RulePicture<Game> => picture.view.game === game;
  const all = Object.entries(await files[`./${game}/pictures.json`]!());
  return Object.fromEntries(all.flatMap(([name, picture]) => (isOf(picture) ? [[name, picture]] : [])));
}
