import type { TrainerScope } from '@tanren/domain/trainers';
import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainerLinks, type TrainerLinkRow } from '#db/schema/trainer-links.ts';

/** Who asks, and the number of the member it is about. */
export interface TrainedMemberKey {
  readonly trainerSub: string;
  readonly memberId: number;
}

/**
 * The link by which a trainer may do anything about a member: every trainer's call begins with
 * it, or with `holdLink`. Without one the member does not exist; outside of the scope the member
 * did not allow it.
 */
export async function requireLink(
  db: Queryable,
  key: TrainedMemberKey,
  scope?: TrainerScope,
): Promise<TrainerLinkRow> {
  const [link] = await selectOpen(db, key);
  return checkScope(link, scope);
}

/** Until the transaction ends the member cannot end the link: nothing is written after its end. */
export async function holdLink(
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
