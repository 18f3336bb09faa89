/**
 * Where a page of workouts ended. The time is in microseconds, as exact as the database's
 * own: with a JavaScript date two workouts of one millisecond would change places.
 */
export interface WorkoutPosition {
  /** Since 1970, as digits. */
  readonly startedAtMicros: string;
  readonly id: number;
}

const largestId = 2_147_483_647;

export function encodeCursor({ startedAtMicros, id }: WorkoutPosition): string {
  return Buffer.from(`${startedAtMicros}.${id}`).toString('base64url');
}

/** Null for everything that `encodeCursor` never made. */
export function decodeCursor(cursor: string): WorkoutPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, startedAtMicros, digits] = /^(\d{1,16})\.(\d{1,10})$/.exec(text) ?? [];
  if (startedAtMicros === undefined || digits === undefined) return null;
  const position = { startedAtMicros, id: Number(digits) };
  return position.id <= largestId && encodeCursor(position) === cursor ? position : null;
}
