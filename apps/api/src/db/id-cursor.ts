import { AppError } from '#app-error.ts';
import type { Page } from './time-cursor.ts';

const largestId = 2_147_483_647;

/** Where a page of a list ended that goes by id. */
function encodeIdCursor(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

/** Refuses everything that `encodeIdCursor` never made; null: from the beginning. */
export function readIdCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  if (id <= largestId && encodeIdCursor(id) === cursor) return id;
  throw new AppError('invalid_request', {
    fields: [{ path: '/cursor', in: 'querystring', message: 'is not a cursor of this list' }],
  });
}

/** Of rows read one more than asked for: that one tells whether there is another page. */
export function cutIdPage<T extends { readonly id: number }>(
  found: readonly T[],
  limit: number,
): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeIdCursor(last.id) : null };
}
