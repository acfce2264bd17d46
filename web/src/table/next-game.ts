/** Which bots to play against next. */

/** All bots one level stronger or weaker, within the levels there are; null if nothing would change. */
export function botsShifted(
  levels: readonly (number | null)[],
  step: 1 | -1,
  strongest: number,
): (number | null)[] | null {
  const shifted = levels.map((level) =>
    level === null ? null : Math.min(strongest, Math.max(1, level + step)),
  );
  return shifted.some((level, seat) => level !== levels[seat]) ? shifted : null;
}
