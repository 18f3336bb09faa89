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
