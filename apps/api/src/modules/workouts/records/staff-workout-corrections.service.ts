import type { StaffCorrection } from '@tanren/contract/workouts/staff-workout-corrections';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { AppError } from '#http/app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { cutPage, type Page, readTimeCursor, type TimePosition } from '#db/time-cursor.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import { logAuditEntry, readStaffReason } from '#modules/staff/audit-log.service.ts';

interface RecordedSet {
  readonly loadHg: number;
  readonly repLoadsHg: readonly number[];
}

/** A correction that waits for staff, as the workouts module reads it. */
export interface PendingCorrection extends Omit<
  StaffCorrection,
  StaffNumbers | 'madeAt' | 'startedAt'
> {
  /** `madeAt` in microseconds, the precision of the database. */
  readonly micros: string;
  readonly madeAt: Date;
  readonly startedAt: Date;
  readonly before: readonly RecordedSet[];
  readonly after: readonly RecordedSet[];
}
type StaffNumbers = 'before' | 'after' | 'maxBefore' | 'maxAfter' | 'tfoBefore' | 'tfoAfter';

interface PendingFilter {
  readonly gymId: number | null;
  readonly from: TimePosition | null;
  readonly limit: number;
}

interface Verdict {
  readonly decision: 'confirm' | 'refuse';
  readonly reason: string | null;
}

interface DecidedCorrection {
  readonly sub: string;
  readonly workoutTypeId: number;
  readonly before: readonly RecordedSet[];
  readonly after: readonly RecordedSet[];
}

/** Reads and decides on members' corrections. Bests and rankings are updated with each decision. */
export interface MemberCorrections {
  readonly listPending: (
    db: Queryable,
    filter: PendingFilter,
  ) => Promise<readonly PendingCorrection[]>;
  /** Stores a decision. Returns `null` when the same decision was stored before. */
  readonly settle: (
    tx: Transaction,
    correctionId: number,
    verdict: Verdict,
    now: Date,
  ) => Promise<DecidedCorrection | null>;
  readonly notifyMachine: (sub: string) => Promise<void>;
}

interface CorrectionParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
  readonly corrections: MemberCorrections;
}

interface PageRequest {
  readonly gymId: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

export async function readPendingPage(
  { db, corrections }: CorrectionParts,
  { gymId, cursor, limit }: PageRequest,
): Promise<Page<PendingCorrection>> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  return cutPage(await corrections.listPending(db, { gymId, from, limit: limit + 1 }), limit);
}

/**
 * Decides on a correction. Staff may not decide on their own records. Repeating the same decision
 * changes nothing.
 */
export async function decideCorrection(
  { db, holdAccount, corrections }: CorrectionParts,
  staffSub: string,
  correctionId: number,
  typed: { readonly decision: 'confirm' | 'refuse'; readonly reason?: string },
  now: Date,
): Promise<void> {
  const { decision } = typed;
  const reason = readStaffReason(typed.reason ?? '', decision === 'refuse');
  const verdict = { decision, reason: reason === '' ? null : reason };
  const decided = await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const settled = await corrections.settle(tx, correctionId, verdict, now);
    if (settled === null) return null;
    if (settled.sub === staffSub) throw new AppError('own_account');
    const entry = { staffSub, action: `correction.${decision}`, memberSub: settled.sub } as const;
    await logAuditEntry(tx, { ...entry, reason, changes: describeChange(settled) }, now);
    return settled;
  });
  if (decided !== null) await corrections.notifyMachine(decided.sub);
}

function describeChange({ workoutTypeId, before, after }: DecidedCorrection) {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  const words = (sets: readonly RecordedSet[]) => `${type} ${sets.map(describeSet).join('、')}`;
  return [{ field: 'sets', before: words(before), after: words(after) }];
}

function describeSet({ loadHg, repLoadsHg }: RecordedSet): string {
  return `${toKilograms(loadHg)}kg×${repLoadsHg.length}`;
}
