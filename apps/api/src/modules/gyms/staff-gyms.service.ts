import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { toGymDay, addDays } from '@tanren/domain/gyms/gym-time';
import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  listChanges,
  logAuditEntry,
  type NewAuditedChange,
} from '#modules/staff/audit-log.service.ts';
import { type GymWithHours, lockGymRules, readGymHours } from './gym-rules.service.ts';
import type {
  CancelByGymRules,
  CancelUncoveredReservations,
} from './affected-reservations.service.ts';
import {
  cancelReasons,
  describeGym,
  type GymContent,
  type SentGym,
  pickContent,
  pickPlan,
  readGym,
} from './gym-texts.ts';
import { readJoining } from './legal-notices.service.ts';
import { countPlanMemberships, selectPlans } from './gym-plans.store.ts';
import {
  changeGym,
  countChange,
  countUpcoming,
  findGymByDraft,
  insertGym,
} from './staff-gyms.store.ts';

/**
 * Reads a gym with every special day that still matters: yesterday's may last into today, and must
 * not overlap today's hours.
 */
async function requireGym(db: Queryable, gymId: number, now: Date): Promise<GymWithHours> {
  const today = toGymDay(now);
  const lastDay = addDays(today, staffLimits.specialDaysAhead);
  const found = await readGymHours(db, gymId, addDays(today, -1), lastDay);
  if (found === null) throw new AppError('not_found');
  return found;
}

export async function readStaffGym(db: Queryable, gymId: number, now: Date): Promise<StaffGym> {
  const { gym, hours } = await requireGym(db, gymId, now);
  const today = toGymDay(now);
  const plans = await selectPlans(db, gymId);
  const memberships = await countPlanMemberships(db, gymId, today);
  return {
    id: gym.id,
    version: gym.version,
    ...pickContent(gym),
    weekly: hours.weekly.map((day) => day && { ...day }),
    specialDays: hours.specialDays.filter(({ date }) => date >= today),
    plans: plans.map((plan) => ({
      id: plan.id,
      ...pickPlan(plan),
      memberships: memberships.get(plan.id) ?? 0,
    })),
    upcomingReservations: await countUpcoming(db, gymId, now),
  };
}

export interface StaffGymParts {
  readonly cancelByGymRules: CancelByGymRules;
  readonly cancelUncoveredReservations: CancelUncoveredReservations;
}

export interface GymRequest {
  readonly staffSub: string;
  readonly gymId: number;
  /** Version of the gym that the change was based on. */
  readonly version: number;
  /** Number of reservations that may be cancelled. 0 by default. */
  readonly cancelAffected?: number;
}

interface GymChange {
  readonly action: StaffAction;
  readonly after: GymWithHours;
  readonly changes: readonly NewAuditedChange[];
  /** Text for the log after the name of the gym. */
  readonly about?: string;
  /** The reason that is sent to members whose reservation is cancelled. */
  readonly cancelReason: string;
  /** Throws if the change conflicts with other settings of the gym. */
  readonly check?: () => void;
  readonly write: (tx: Transaction) => Promise<void>;
  /**
   * Updates dependent data after the change is written and the reservations without a slot are
   * cancelled.
   */
  readonly follow?: () => Promise<void>;
}

type PlanChange = (before: GymWithHours, tx: Transaction) => GymChange | Promise<GymChange>;

/**
 * Changes a gym in one transaction: it locks all seats, updates the reservations, and logs the
 * change. A request that changes nothing is not logged and never stale, because it repeats a change
 * after a lost answer.
 */
export async function changeGymRules(
  db: Queryable,
  { cancelByGymRules }: StaffGymParts,
  { staffSub, gymId, version, cancelAffected = 0 }: GymRequest,
  planChange: PlanChange,
  now: Date,
): Promise<StaffGym> {
  return await db.transaction(async (tx) => {
    await lockGymRules(tx, gymId);
    const before = await requireGym(tx, gymId, now);
    const { after, changes, ...change } = await planChange(before, tx);
    if (changes.length > 0) {
      // This check comes first, because a confirmation for another version of the gym must not
      // cancel a reservation.
      if (before.gym.version !== version) throw new AppError('stale_version');
      change.check?.();
      await change.write(tx);
      await countChange(tx, before.gym);
      const reason = change.cancelReason;
      const { name } = after.gym;
      const target = change.about === undefined ? name : `${name} ${change.about}`;
      await logAuditEntry(tx, { staffSub, action: change.action, target, changes }, now);
      const rules = { staffSub, before, after, cancelAffected, reason };
      await cancelByGymRules(tx, rules, now);
      await change.follow?.();
    }
    return await readStaffGym(tx, gymId, now);
  });
}

/**
 * Creates a gym. A draft that is sent again, after a lost answer, returns the existing gym. If it
 * was sent again with other texts, the answer shows the present gym, and staff change it from
 * there.
 */
export async function createGym(
  db: Queryable,
  staffSub: string,
  { draftId, ...sent }: SentGym & { readonly draftId: string },
  now: Date,
): Promise<StaffGym> {
  const gym = readGym(sent, { minimumAge: 0, healthCheck: false });
  return await db.transaction(async (tx) => {
    const made = await insertGym(tx, { ...gym, draftId });
    if (made !== null) {
      // A new gym has no legal notice.
      if (gym.joining === 'open') throw new AppError('legal_notice_missing');
      const changes = listChanges({}, describeGym(gym));
      await logAuditEntry(tx, { staffSub, action: 'gym.create', target: gym.name, changes }, now);
    }
    const gymId = made ?? (await findGymByDraft(tx, draftId));
    if (gymId === null) throw new Error('a gym that was there is gone');
    return await readStaffGym(tx, gymId, now);
  });
}

export async function updateGym(
  db: Queryable,
  parts: StaffGymParts,
  request: GymRequest,
  sent: SentGym,
  now: Date,
): Promise<StaffGym> {
  return await changeGymRules(
    db,
    parts,
    request,
    ({ gym, hours }) => {
      const content = readGym(sent, pickContent(gym));
      return {
        action: 'gym.update',
        after: { gym: { ...gym, ...content }, hours },
        changes: listChanges(describeGym(pickContent(gym)), describeGym(content)),
        cancelReason:
          gym.slotMinutes === content.slotMinutes ? cancelReasons.capacity : cancelReasons.slots,
        write: async (tx) => {
          if (gym.joining !== content.joining) await rejectMissingNotice(tx, gym.id, content);
          await changeGym(tx, gym.id, content);
        },
      };
    },
    now,
  );
}

/** Rejects that members join by themselves while the legal notice is incomplete. */
async function rejectMissingNotice(
  tx: Transaction,
  id: number,
  { joining }: GymContent,
): Promise<void> {
  if ((await readJoining(tx, { id, joining })) !== joining) {
    throw new AppError('legal_notice_missing');
  }
}
