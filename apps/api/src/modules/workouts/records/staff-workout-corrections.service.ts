import { toKilograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  logAuditEntry,
  type NewAuditedChange,
  readStaffReason,
} from '#modules/staff/audit-log.service.ts';
import { rebuildRankings } from '#modules/workouts/ranking/workout-ranking.service.ts';
import type { StoredSet } from '#modules/workouts/set-measures.ts';
import { applyCorrectionVerdict } from './member-corrections.service.ts';
import { type PendingCorrection, selectPendingCorrections } from './member-corrections.store.ts';

type DecidedCorrection = NonNullable<Awaited<ReturnType<typeof applyCorrectionVerdict>>>;

interface PageRequest {
  readonly gymId: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

export async function readPendingPage(
  db: Queryable,
  { gymId, cursor, limit }: PageRequest,
): Promise<Page<PendingCorrection>> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  return cutPage(await selectPendingCorrections(db, { gymId, from, limit: limit + 1 }), limit);
}

/**
 * Decides on a correction. Staff may not decide on their own records. Repeating the same decision
 * changes nothing and returns `null`.
 */
export async function decideCorrection(
  db: Queryable,
  lockAccount: LockAccount,
  staffSub: string,
  correctionId: number,
  typed: { readonly decision: 'confirm' | 'refuse'; readonly reason?: string },
  now: Date,
): Promise<DecidedCorrection | null> {
  const { decision } = typed;
  const reason = readStaffReason(typed.reason ?? '', decision === 'refuse');
  const verdict = { decision, reason: reason === '' ? null : reason };
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const settled = await applyCorrectionVerdict(tx, correctionId, verdict, rebuildRankings, now);
    if (settled === null) return null;
    if (settled.sub === staffSub) throw new AppError('own_account');
    const entry = { staffSub, action: `correction.${decision}`, memberSub: settled.sub } as const;
    await logAuditEntry(tx, { ...entry, reason, changes: describeChange(settled) }, now);
    return settled;
  });
}

function describeChange({ workoutTypeId, before, after }: DecidedCorrection): NewAuditedChange[] {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  const words = (sets: readonly StoredSet[]) => `${type} ${sets.map(describeSet).join('、')}`;
  return [{ field: 'sets', before: words(before), after: words(after) }];
}

function describeSet({ loadHg, repLoadsHg }: StoredSet): string {
  return `${toKilograms(loadHg)}kg×${repLoadsHg.length}`;
}
