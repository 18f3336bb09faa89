import { AppError } from '#http/app-error.ts';
import type { Page } from './time-cursor.ts';

const largestId = 2_147_483_647;

/** Encodes the id at which a page of a list sorted by id ended. */
function encodeIdCursor(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

/**
 * Returns the id of a cursor, or `null` for the first page. Throws when the cursor was not made by
 * `encodeIdCursor`.
 */
export function readIdCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  if (id <= largestId && encodeIdCursor(id) === cursor) return id;
  throw new AppError('invalid_request', {
    fields: [{ path: '/cursor', in: 'querystring', message: 'is not a cursor of this list' }],
  });
}

/**
 * Makes a page from rows that were read with `limit + 1`. The extra row shows that a next page
 * exists.
 */
export function cutIdPage<T extends { readonly id: number }>(
  found: readonly T[],
  limit: number,
): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeIdCursor(last.id) : null };
}
