import { countCharacters, isVisible } from './text.ts';
import { normalizeDescription, normalizeTitle } from './training-session-texts.ts';

/** Bounds of what staff write, in characters. */
export const staffLimits = {
  information: 4000,
  reason: 500,
  gymText: 300,
  dayNote: 100,
  planName: 60,
  planDescription: 300,
  plans: 20,
  /** How far ahead a special day may be entered. */
  specialDaysAhead: 400,
} as const;

/**
 * Normalizes a text of staff: NFC, no spaces at the ends of lines, at most two empty lines in a
 * row.
 */
export function normalizeStaffText(text: string): string {
  return normalizeDescription(text).normalize('NFC');
}

/** The same in one line. */
export function normalizeStaffLine(text: string): string {
  return normalizeTitle(text).normalize('NFC');
}

type StaffTextFault = 'empty' | 'too_long' | 'unreadable';

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
  const normalized = normalizeStaffText(text);
  if (!isVisible(normalized)) return required || normalized !== '' ? 'empty' : null;
  return countCharacters(normalized) > most ? 'too_long' : null;
}
