import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainerLinks, type TrainerLinkRow } from '#db/schema/trainers.ts';

/** The trainer of the call, and the id of the link to the member concerned. */
export interface TrainedMemberKey {
  readonly trainerSub: string;
  readonly memberId: number;
}

/**
 * Returns the open link. Every call of a trainer about a member begins with this function or
 * `lockLink`. Throws `not_found` without an open link, and `scope_not_granted` for a link that
 * lacks the scope.
 */
export async function requireLink(
  db: Queryable,
  key: TrainedMemberKey,
  scope?: TrainerScope,
): Promise<TrainerLinkRow> {
  const [link] = await selectOpen(db, key);
  return checkScope(link, scope);
}

/**
 * Returns the open link like `requireLink`, and locks it, so that no change can be written after
 * the member has ended it.
 */
export async function lockLink(
  tx: Transaction,
  key: TrainedMemberKey,
  scope?: TrainerScope,
): Promise<TrainerLinkRow> {
  const [link] = await selectOpen(tx, key).for('share');
  return checkScope(link, scope);
}

function selectOpen(db: Queryable, { trainerSub, memberId }: TrainedMemberKey) {
  return db
    .select()
    .from(trainerLinks)
    .where(
      and(
        eq(trainerLinks.id, memberId),
        eq(trainerLinks.trainerSub, trainerSub),
        isNull(trainerLinks.endedAt),
      ),
    );
}

function checkScope(link: TrainerLinkRow | undefined, scope?: TrainerScope): TrainerLinkRow {
  if (link === undefined) throw new AppError('not_found');
  if (scope !== undefined && !link.scopes.includes(scope)) throw new AppError('scope_not_granted');
  return link;
}
