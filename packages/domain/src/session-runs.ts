/** A run that nobody ends is over after this: longer than any session, shorter than a day. */
export const runLengthMs = 4 * 60 * 60 * 1000;

export interface RunTimes {
  readonly startedAt: Date;
  readonly endsBy: Date;
  readonly endedAt: Date | null;
}

export function isRunOpen({ endsBy, endedAt }: RunTimes, now: Date): boolean {
  return endedAt === null && now < endsBy;
}

/**
 * Whether a workout belongs to a run: they overlap. Not "began within": the machine's clock may
 * be a little behind ours, and a session may be started when the first set is under way.
 */
export function overlapsRun(
  run: RunTimes,
  workout: { readonly startedAt: Date; readonly endedAt: Date },
): boolean {
  return workout.endedAt > run.startedAt && workout.startedAt < findRunEnd(run);
}

/** One that was forgotten is over by itself, however late somebody ends it. */
function findRunEnd({ endsBy, endedAt }: RunTimes): Date {
  return endedAt !== null && endedAt < endsBy ? endedAt : endsBy;
}
