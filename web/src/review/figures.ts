/** Chances and points as text. */
import { LOCALES, type Language } from '../i18n/languages.ts';

const withMinus = (text: string) => text.replace('-', '−');

function format(value: number, language: Language, options: Intl.NumberFormatOptions): string {
  return withMinus(new Intl.NumberFormat(LOCALES[language], options).format(value));
}

/** 0.314 as “31%”. */
export const percent = (share: number, language: Language): string =>
  format(share, language, { style: 'percent', maximumFractionDigits: 0 });

/** A small share with a decimal: 0.0314 as “3.1%”. */
export const finePercent = (share: number, language: Language): string =>
  format(share, language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A difference with its sign: “+3.1%”. */
export const signedPercent = (share: number, language: Language): string =>
  format(share, language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

export const decimal = (value: number, language: Language): string =>
  format(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const signedDecimal = (value: number, language: Language): string =>
  format(value, language, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
