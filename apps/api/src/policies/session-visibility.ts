import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { trainingSessions } from '#db/schema/training-sessions.ts';

/**
 * The only place that decides who may see a session; every read for a member carries it.
 * A private one exists for its author alone, and one that a trainer made for a member for that
 * member alone: the trainer reaches it by the link, and no longer when the link has ended.
 */
export function visibleTo(sub: string | AnyColumn): SQL {
  const { visibility, authorSub, forSub, hiddenReason } = trainingSessions;
  return sql`(${visibility} = 'public' or (${authorSub} = ${sub} and ${forSub} is null)
    or (${forSub} = ${sub} and ${hiddenReason} is null))`;
}
