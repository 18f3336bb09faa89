/** Bounds of what a trainer writes for a member. */
export const trainerLimits = {
  /** Sessions for one member. */
  sessions: 50,
  /** Characters of the reason for a next load. */
  loadReason: 200,
} as const;
