import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { trainingSessions } from '#db/schema/menus.ts';

/**
 * Returns the condition for menus that a member may see. No other place decides this, and every
 * read for a member includes it. A private menu is visible to its author alone. A menu that a
 * trainer made for a member is visible to that member alone: the trainer reads it through the link,
 * until the link ends.
 */
export function visibleTo(sub: string | AnyColumn): SQL {
  const { visibility, authorSub, forSub, hiddenReason } = trainingSessions;
  return sql`(${visibility} = 'public' or (${authorSub} = ${sub} and ${forSub} is null)
    or (${forSub} = ${sub} and ${hiddenReason} is null))`;
}
