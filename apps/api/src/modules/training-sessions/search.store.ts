import type { Queryable } from '#db/database.ts';
import type { SessionPosition } from './search-cursor.ts';
import { queryLookup, queryWalk, type SessionSearch } from './search-queries.ts';

export interface Walk {
  readonly found: readonly SessionPosition[];
  /** Where it was broken off; null when the page is full or nothing more is there. */
  readonly brokenOffAt: SessionPosition | null;
}

type FoundRow = { id: number; value: string };
type WalkedRow = FoundRow & { fits: boolean; step: number };

/** Looks at one session after the other in their order: quick for whatever fits many. */
export async function walkSessions(
  db: Queryable,
  search: SessionSearch,
  longestWalk: number,
): Promise<Walk> {
  const { rows } = await db.execute<WalkedRow>(queryWalk(search, longestWalk));
  const found = rows.filter(({ fits }) => fits).map(toPosition);
  const last = rows.at(-1);
  const brokenOff = last?.step === longestWalk && found.length < search.limit;
  return { found, brokenOffAt: brokenOff ? toPosition(last) : null };
}

/** Asks the index for all that fit: quick for whatever fits few. */
export async function lookUpSessions(
  db: Queryable,
  search: SessionSearch,
): Promise<SessionPosition[]> {
  const { rows } = await db.execute<FoundRow>(queryLookup(search));
  return rows.map(toPosition);
}

const toPosition = ({ id, value }: FoundRow): SessionPosition => ({ id, value });
