import { countCharacters } from './character-count.ts';
import { normalizeDescription, normalizeTitle } from './session-texts.ts';
import { isVisible } from './visible-text.ts';

/** What staff wrote is kept as: NFC, lines without a tail, at most two empty ones in a row. */
export function normalizeStaffText(text: string): string {
  return normalizeDescription(text).normalize('NFC');
}

/** The same in one line. */
export function normalizeStaffLine(text: string): string {
  return normalizeTitle(text).normalize('NFC');
}

export type StaffTextFault = 'empty' | 'too_long' | 'unreadable';

export interface StaffTextRule {
  /** In characters, as a reader counts them. */
  readonly most: number;
  readonly required: boolean;
}

/** Tabs and line breaks of every kind are taken in; any other control has no place in a text. */
const strayControl = /[^\P{Cc}\t\n\v\f\r\u0085]/u;

/** Takes a text as typed; it may have lines. */
export function findStaffTextFault(
  text: string,
  { most, required }: StaffTextRule,
): StaffTextFault | null {
  if (strayControl.test(text)) return 'unreadable';
  const kept = normalizeStaffText(text);
  if (!isVisible(kept)) return required || kept !== '' ? 'empty' : null;
  return countCharacters(kept) > most ? 'too_long' : null;
}
