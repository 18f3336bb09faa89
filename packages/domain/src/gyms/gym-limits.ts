import { staffLimits, type StaffTextRule } from '#staff/staff-texts.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Ranges of the numbers that staff set for a gym. The contract and the form use the same ones. */
export const gymRanges = {
  slotMinutes: { min: 5, max: 1440 },
  capacity: { min: 1, max: 1000 },
  cancelDeadlineMinutes: { min: 0, max: 10_080 },
  /** Day of the month that every month has. */
  noticeDay: { min: 1, max: 28 },
} as const satisfies Record<string, Range>;

export type GymRangeName = keyof typeof gymRanges;

/** Rules of the texts that staff write about a gym. The server and the form use the same ones. */
export const gymTextRules = {
  name: { max: staffLimits.planName, required: true },
  address: { max: staffLimits.gymText, required: true },
  access: { max: staffLimits.gymText, required: false },
} as const satisfies Record<string, StaffTextRule>;

export type GymTextName = keyof typeof gymTextRules;
