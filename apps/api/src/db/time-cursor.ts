import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';

/**
 * The end of a page in a list sorted by time and id. The time is in microseconds, like that of the
 * database: with the milliseconds of a JavaScript date, rows could be skipped or repeated.
 */
export interface TimePosition {
  /** Microseconds since 1970, as digits. */
  readonly micros: string;
  readonly id: number;
}

export function encodeTimeCursor({ micros, id }: TimePosition): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url');
}

/** Returns the position of a cursor. Throws when the cursor was not made by `encodeTimeCursor`. */
export function readTimeCursor(cursor: string): TimePosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, micros, digits] = /^(\d{1,16})\.(\d{1,16})$/.exec(text) ?? [];
  const position = micros === undefined ? null : { micros, id: Number(digits) };
  if (
    position !== null &&
    Number.isSafeInteger(position.id) &&
    encodeTimeCursor(position) === cursor
  ) {
    return position;
  }
  throw new AppError('invalid_request', {
    fields: [{ path: '/cursor', in: 'querystring', message: 'is not a cursor of this list' }],
  });
}

export function selectMicros(time: AnyColumn): SQL<string> {
  return sql<string>`(extract(epoch from ${time}) * 1000000)::bigint::text`;
}

/** Compares time and id as one row value, so that PostgreSQL can use the index directly. */
export function isBefore(time: AnyColumn, id: AnyColumn, position: TimePosition): SQL {
  return sql`(${time}, ${id}) < (timestamptz 'epoch' + ${position.micros}::float8 * interval '1 microsecond', ${position.id}::bigint)`;
}

export function isAfter(time: AnyColumn, id: AnyColumn, position: TimePosition): SQL {
  return sql`(${time}, ${id}) > (timestamptz 'epoch' + ${position.micros}::float8 * interval '1 microsecond', ${position.id}::bigint)`;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * Makes a page from rows that were read with `limit + 1`. The extra row shows that a next page
 * exists.
 */
export function cutPage<T extends TimePosition>(found: readonly T[], limit: number): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeTimeCursor(last) : null };
}
