import type { SessionSort } from '@tanren/contract/training-sessions';

/** Where a page of sessions ended. */
export interface SessionPosition {
  /**
   * What it is sorted by, as digits: the favourites, or when it was published in microseconds
   * since 1970. With a JavaScript date two sessions of one millisecond would change places.
   */
  readonly value: string;
  readonly id: number;
}

const letters = { new: 'n', favorites: 'f' } as const satisfies Record<SessionSort, string>;
const largestInteger = 2_147_483_647;
const largestValues = { new: 1e16 - 1, favorites: largestInteger };

/** It names its sort: the position in one list is no position in the other. */
export function encodeSearchCursor(sort: SessionSort, { value, id }: SessionPosition): string {
  return Buffer.from(`${letters[sort]}${value}.${id}`).toString('base64url');
}

/** Null for everything that `encodeSearchCursor` never made for this sort. */
export function decodeSearchCursor(sort: SessionSort, cursor: string): SessionPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, letter, value, digits] = /^([nf])(\d{1,16})\.(\d{1,10})$/.exec(text) ?? [];
  if (letter !== letters[sort] || value === undefined || digits === undefined) return null;
  const position = { value, id: Number(digits) };
  if (position.id > largestInteger || Number(value) > largestValues[sort]) return null;
  return encodeSearchCursor(sort, position) === cursor ? position : null;
}
