import { countCharacters, isVisible } from '#text.ts';
import { normalizeDescription, normalizeTitle } from '#menus/menu-texts.ts';

/** Maximum lengths in characters of the texts that staff write, and other limits for staff. */
export const staffLimits = {
  announcement: 4000,
  reason: 500,
  gymText: 300,
  dayNote: 100,
  planName: 60,
  planDescription: 300,
  plans: 20,
  /** Words with which staff search members: an email address is the longest. */
  query: 320,
  /** Maximum number of days ahead for a special day. */
  specialDaysAhead: 400,
} as const;

/**
 * Normalizes a text of staff to NFC, without spaces at the ends of lines and with at most two empty
 * lines in a row.
 */
export function normalizeStaffText(text: string): string {
  return normalizeDescription(text).normalize('NFC');
}

/** Normalizes a text of staff to NFC in one line. */
export function normalizeStaffLine(text: string): string {
  return normalizeTitle(text).normalize('NFC');
}

export type StaffTextError = 'empty' | 'too_long' | 'unreadable';

export interface StaffTextRule {
  /** Maximum number of characters, as a reader counts them. */
  readonly max: number;
  readonly required: boolean;
}

/** Control characters that are not allowed in a text: all except tabs and line breaks. */
const strayControl = /[^\P{Cc}\t\n\v\f\r\u0085]/u;

/** Returns why a text, as typed and with one or more lines, is rejected. */
export function findStaffTextError(
  text: string,
  { max, required }: StaffTextRule,
): StaffTextError | null {
  if (strayControl.test(text)) return 'unreadable';
  const normalized = normalizeStaffText(text);
  if (!isVisible(normalized)) return required || normalized !== '' ? 'empty' : null;
  return countCharacters(normalized) > max ? 'too_long' : null;
}
