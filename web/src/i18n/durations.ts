/** A time in words, as exact as people need it: "2 days 3 h", "5 h 20 min", "4 min". */
export function durationWords(milliseconds: number, day: string, days: string, soon: string): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  const wholeDays = Math.floor(hours / 24);
  if (minutes < 1) return soon;
  const parts =
    wholeDays > 0
      ? [`${wholeDays} ${wholeDays === 1 ? day : days}`, hours % 24 && `${hours % 24} h`]
      : [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(' ');
}
