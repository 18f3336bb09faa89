import type { HealthCheck, StaffHealthCheck } from '@tanren/contract/memberships/health-checks';
import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  findHealthState,
  healthCheckDays,
  type HealthAnswers,
  healthCheckVersion,
  type HealthState,
} from '@tanren/domain/memberships/health-check';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { logAuditEntry } from '#modules/staff/audit-log.service.ts';
import { openAnswers, sealAnswers } from './health-answers.ts';
import {
  deleteCheck,
  findGym,
  isKnownAt,
  listDue,
  selectChecks,
  storeCheck,
} from './health-checks.store.ts';

export interface HealthCheckParts {
  readonly lockAccount: LockAccount;
  /** Encrypts the answers, see `health-answers.ts`. */
  readonly healthKey: Buffer;
}

interface OwnCheck {
  readonly sub: string;
  readonly gymId: number;
}

const dayMs = 24 * 60 * 60 * 1000;

export async function listDueChecks(db: Queryable, sub: string, now: Date) {
  return { due: await listDue(db, sub, toGymDay(now), now) };
}

/** Reads answers to the present questions. Returns `null` when there are none. */
async function readCheck(db: Queryable, healthKey: Buffer, { sub, gymId }: OwnCheck) {
  const [found] = await selectChecks(db, gymId, [sub]);
  if (found === undefined) return null;
  const answers = openAnswers(healthKey, { sub, gymId }, found.sealed);
  if (answers === null) return null;
  const { answeredAt } = found;
  const storedUntil = new Date(answeredAt.getTime() + healthCheckDays * dayMs);
  return {
    answeredAt: answeredAt.toISOString(),
    storedUntil: storedUntil.toISOString(),
    answers: { ...answers },
  };
}

export async function readOwnCheck(
  db: Queryable,
  healthKey: Buffer,
  own: OwnCheck,
): Promise<HealthCheck> {
  const gym = await findGym(db, own.gymId);
  if (gym === null) throw new AppError('not_found');
  return { ...gym, check: await readCheck(db, healthKey, own) };
}

/** Stores answers. A gym that does not ask for them gets none, because nobody would need them. */
export async function answerCheck(
  db: Queryable,
  { lockAccount, healthKey }: HealthCheckParts,
  { answers, ...own }: OwnCheck & { readonly answers: HealthAnswers },
  now: Date,
): Promise<HealthCheck> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, own.sub);
    const gym = await findGym(tx, own.gymId);
    if (gym === null) throw new AppError('not_found');
    if (!gym.isAsked) throw new AppError('change_impossible');
    const sealed = sealAnswers(healthKey, own, answers);
    await storeCheck(tx, { ...own, version: healthCheckVersion, sealed, answeredAt: now });
    return await readOwnCheck(tx, healthKey, own);
  });
}

export async function removeCheck(
  db: Queryable,
  healthKey: Buffer,
  own: OwnCheck,
): Promise<HealthCheck> {
  await deleteCheck(db, own.sub, own.gymId);
  return await readOwnCheck(db, healthKey, own);
}

interface StaffView {
  readonly staffSub: string;
  readonly gymId: number;
  readonly memberSub: string;
}

/** Reads the answers of a member of the gym. Each view is logged. */
export async function viewCheck(
  db: Queryable,
  { lockAccount, healthKey }: HealthCheckParts,
  { staffSub, gymId, memberSub }: StaffView,
  now: Date,
): Promise<StaffHealthCheck> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const today = toGymDay(now);
    const found = await readGymHours(tx, gymId, addDays(today, -1), today);
    if (found === null || !found.gym.healthCheck) throw new AppError('not_found');
    const gymDay = gymDayOf(now, found.hours);
    if (!(await isKnownAt(tx, { sub: memberSub, gymId, today, gymDay }))) {
      throw new AppError('not_found');
    }
    const view = { staffSub, memberSub, target: found.gym.name };
    await logAuditEntry(tx, { ...view, action: 'health-check.view' }, now);
    return {
      member: memberSub,
      check: await readCheck(tx, healthKey, { sub: memberSub, gymId }),
    };
  });
}

/** Finds how members have answered the health check of a gym. */
export async function findHealthStates(
  db: Queryable,
  healthKey: Buffer,
  gymId: number,
  subs: readonly string[],
): Promise<(sub: string) => HealthState> {
  const rows = subs.length === 0 ? [] : await selectChecks(db, gymId, subs);
  const states = new Map(
    rows.map(({ sub, version, sealed }): [string, HealthState] => {
      const answers = openAnswers(healthKey, { sub, gymId }, sealed);
      return [sub, findHealthState(answers === null ? null : { version, answers })];
    }),
  );
  return (sub) => states.get(sub) ?? 'unanswered';
}
