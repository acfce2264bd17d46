// A bot in JavaScript, without packages: it plays Patterns by the lines of docs/engine-protocol.md.
//   sandmandala arena patterns "engine:node examples/bot.mjs" random --games 20
// It takes the move that is worth most: the points of the tile, and half those of each that it could flip next.
import { createInterface } from "node:readline";

let position;
for await (const line of createInterface({ input: process.stdin })) {
  const [command, game, ...words] = line.trim().split(/\s+/);
  let answer = { ok: true };
  if (command === "quit") process.exit();
  else if (command === "about") answer.name = "bot.mjs";
  else if (command === "go") answer.move = choose(position);
  else if (command === "position" && game === "patterns") position = read(words);
  else answer = { ok: false, message: `I know nothing of ${command} ${game}, only of Patterns.` };
  console.log(JSON.stringify(answer));
}

function read(words) {
  const given = Object.fromEntries(words.map((word) => word.split("=")));
  const tiles = {}; // by field; a tile with its front up has the owner null
  given.board.split("/").forEach((rank, i) => [...rank].forEach((letter, j) => {
    const field = "abcdefgh"[(8 - rank.length) / 2 + j] + (8 - i);
    tiles[field] = { colour: letter.toUpperCase(), owner: letter < "a" ? undefined : null };
  }));
  const markers = [{}, {}]; // by seat and colour
  const claim = (field, colour, seat) => { // a tile belongs to the owner of its group's marker
    if (tiles[field]?.colour !== colour || tiles[field].owner !== undefined) return;
    tiles[field].owner = seat;
    for (const other of beside(field)) claim(other, colour, seat);
  };
  (given.markers ?? "-/-").split("/").forEach((fields, seat) => fields.split(",").forEach((field, i) => {
    if (field === "-") return;
    markers[seat][tiles[field].colour] = i + 1;
    claim(field, tiles[field].colour, seat);
  }));
  return { ...given, tiles, markers, me: Number(given.turn) };
}

function beside([file, rank]) {
  const [x, y] = ["abcdefgh".indexOf(file), Number(rank)];
  return [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].map(([x, y]) => "abcdefgh"[x] + y);
}

function choose({ tiles, markers, me, bowls, left_over, phase }) {
  if (phase === "allotting") return "A" + left_over[0];
  const mine = markers[me], swapTile = bowls.split("/")[me];
  const touches = (field, colour, owner) =>
    beside(field).filter((other) => tiles[other]?.colour === colour && tiles[other].owner === owner).length;
  let [best, move] = [-1, "X"]; // X: no more flips
  for (const [field, tile] of Object.entries(tiles).filter(([, tile]) => tile.owner === null)) {
    for (const colour of phase === "last_flips" ? [tile.colour] : [tile.colour, swapTile]) {
      const opens = phase !== "last_flips" && colour === swapTile && !(colour in mine); // P5; else P7 or P8
      if (touches(field, colour, 1 - me) || !(opens || touches(field, colour, me))) continue; // P9
      const number = mine[colour] ?? Object.keys(mine).length + 1;
      const worth = number * ((opens ? 0 : 1) + touches(field, colour, null) / 2);
      if (worth > best) [best, move] = [worth, (opens ? "O" : colour === tile.colour ? "F" : "S") + field];
    }
  }
  return move;
}
