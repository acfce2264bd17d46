/** The players of a live game in words. */
import type { TableInfo } from '../generated/protocol.ts';
import { andList, type Language } from '../i18n/languages.ts';
import type { Texts } from '../i18n/en.ts';
import { nameAt } from '../table/table-texts.ts';

export const playerNames = (table: TableInfo, person: string | undefined, texts: Texts, language: Language) =>
  andList(
    table.sitting.map(({ seat }) => nameAt(table, seat, person, texts)),
    language,
  );
