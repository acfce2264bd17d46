/** The player's settings, kept in this browser. */
import { LANGUAGES, type Language } from '../i18n/languages.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Pace = 'off' | 'fast' | 'normal';
/** Before which moves the tutor asks. */
export type TutorSetting = 'off' | 'serious' | 'all';

interface Settings {
  language: Language;
  theme: Theme;
  /** The speed of animations. */
  pace: Pace;
  sound: boolean;
  /** Letters on cards and tiles, beside their symbols. */
  letters: boolean;
  /** Moves must be confirmed. */
  confirm: boolean;
  notify: boolean;
  tutor: TutorSetting;
  /** The table of the first own game after a tutorial, where the tutor is on. */
  tutorAt: string;
  /** The order of colours in hand. */
  handOrder: string;
  /** Show nothing that others say at tables. */
  muteAll: boolean;
  /** The ids of people who are muted. */
  muted: readonly string[];
}

const KEY = 'sandmandala';

function languageOfBrowser(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return (
    LANGUAGES.find((language) => language === wanted.find((tag) => tag === 'en' || tag === 'de')) ?? 'en'
  );
}

function load(): Settings {
  const usual: Settings = {
    language: languageOfBrowser(),
    theme: 'system',
    pace: 'normal',
    sound: true,
    letters: true,
    confirm: true,
    notify: false,
    tutor: 'off',
    tutorAt: '',
    handOrder: 'ROYGPK',
    muteAll: false,
    muted: [],
  };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return usual; // no storage, or something else under our key
  }
}

export const settings: Settings = $state(load());

export function updateSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage, settings last for this visit only.
  }
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** How long a piece flies, in milliseconds; 0 for no animation. */
export function animationTime(): number {
  if (settings.pace === 'off' || calm.matches) return 0;
  return settings.pace === 'fast' ? 220 : 520;
}
