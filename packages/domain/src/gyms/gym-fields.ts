/* Fields of a gym that staff edit. The contract, the server and the form share their rules. */

import {
  findStaffTextError,
  normalizeStaffLine,
  normalizeStaffText,
  staffLimits,
  type StaffTextError,
  type StaffTextRule,
} from '#staff/staff-texts.ts';
import {
  contactLimits,
  isContactEmail,
  isPhone,
  normalizeContactEmail,
  normalizePhone,
} from './gym-contact.ts';

export interface GymTextRule extends StaffTextRule {
  /** Converts the text as typed to the one that is stored. */
  readonly normalize: (text: string) => string;
  /** Returns whether a normalized text has the format of the field. Absent for free text. */
  readonly hasFormat?: (text: string) => boolean;
}

const texts = {
  name: { max: staffLimits.planName, required: true, normalize: normalizeStaffLine },
  address: { max: staffLimits.gymText, required: true, normalize: normalizeStaffLine },
  /** Directions to the gym, in words. */
  access: { max: staffLimits.gymText, required: false, normalize: normalizeStaffText },
  /** Phone number of the desk. */
  phone: {
    max: contactLimits.phone,
    required: false,
    normalize: normalizePhone,
    hasFormat: isPhone,
  },
  /** Address that members write to. */
  email: {
    max: contactLimits.email,
    required: false,
    normalize: normalizeContactEmail,
    hasFormat: isContactEmail,
  },
} as const satisfies Record<string, GymTextRule>;

export type GymTextName = keyof typeof texts;

/** Rules of the texts. An optional text is empty when there is none. */
export const gymTextRules: Readonly<Record<GymTextName, GymTextRule>> = texts;
export const gymTextNames = Object.keys(texts) as readonly GymTextName[];

/** Returns a record with one value for each text of a gym. */
export function mapGymTexts<Value>(read: (name: GymTextName) => Value): Record<GymTextName, Value> {
  const entries = gymTextNames.map((name) => [name, read(name)]);
  return Object.fromEntries(entries) as Record<GymTextName, Value>;
}

type GymTextError = StaffTextError | 'malformed';

/** Returns why a text, as typed, is rejected. */
export function findGymTextError(
  { normalize, hasFormat, ...rule }: GymTextRule,
  text: string,
): GymTextError | null {
  const error = findStaffTextError(text, rule);
  if (error !== null || hasFormat === undefined) return error;
  return hasFormat(normalize(text)) ? null : 'malformed';
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Ranges of the numbers. */
export const gymRanges = {
  slotMinutes: { min: 5, max: 1440 },
  /** Maximum number of people at the same time. */
  capacity: { min: 1, max: 1000 },
  /** Minutes before the start until which a reservation can be moved or cancelled. */
  cancelDeadlineMinutes: { min: 0, max: 10_080 },
  /** Day of the month that every month has. Changes requested up to it apply to the next month. */
  noticeDay: { min: 1, max: 28 },
  /** Minimum age of a new member in years. 0 for none besides that of the app. */
  minimumAge: { min: 0, max: 99 },
} as const satisfies Record<string, Range>;

export type GymRangeName = keyof typeof gymRanges;

/**
 * `joining` says whether staff check new members first, or a membership begins by itself.
 * `healthCheck` says whether members are asked about their health before their first training.
 */
export type GymFieldName = GymTextName | GymRangeName | 'joining' | 'healthCheck';
