/** When something comes back, as people say it. */
import { durationWords } from '../i18n/durations.ts';
import { LOCALES, type Language } from '../i18n/languages.ts';
import type { PuzzleTexts } from './texts.en.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long until then, rounded as people would: "4 h", "3 days". */
export function waitInWords(milliseconds: number, say: PuzzleTexts): string {
  const rounded =
    milliseconds >= DAY ? Math.round(milliseconds / DAY) * DAY : Math.round(milliseconds / 60_000) * 60_000;
  return durationWords(rounded, say.day1, say.days, say.soon);
}

/** A moment, by the clock and calendar of the person: "in 40 min", "today at 18:30", "tomorrow at 9:12", "on 3 May". */
export function whenInWords(at: number, now: number, say: PuzzleTexts, language: Language): string {
  if (at - now < 2 * HOUR) return say.inTime(waitInWords(Math.max(0, at - now), say));
  const then = new Date(at);
  const time = then.toLocaleTimeString(LOCALES[language], { hour: 'numeric', minute: '2-digit' });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - midnight) / DAY);
  if (days === 0) return say.todayAt(time);
  if (days === 1) return say.tomorrowAt(time);
  return say.onDate(then.toLocaleDateString(LOCALES[language], { day: 'numeric', month: 'long' }));
}
