import type { StaffGym } from '@tanren/contract/staff-gyms';
import type { StaffAction } from '@tanren/domain/staff-actions';
import { AppError } from '#app-error.ts';
import type { Database, Transaction } from '#db/database.ts';
import type { GymWithHours } from '#db/gym-hours.ts';
import { lockGymRules } from '#db/gym-rules-lock.ts';
import type { AuditedChange } from '#db/schema/staff-audit-log.ts';
import { logStaffDeeds } from '#db/staff-log.ts';
import { describeSlot } from './gym-words.ts';
import { readStaffGym, requireGym } from './staff-gyms.reads.ts';
import { countChange } from './staff-gyms.store.ts';

export interface LostReservation {
  readonly sub: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Cancels what the new rules have no slot for, or refuses: see the module of reservations. */
export type FollowGymRules = (
  tx: Transaction,
  change: {
    readonly before: GymWithHours;
    readonly after: GymWithHours;
    readonly cancelAffected: number;
    readonly reason: string;
  },
  now: Date,
) => Promise<readonly LostReservation[]>;

export interface StaffGymParts {
  readonly db: Database;
  readonly followGymRules: FollowGymRules;
}

export interface GymRequest {
  readonly staffSub: string;
  readonly gymId: number;
  /** Of the gym that the change was made from. */
  readonly version: number;
  /** Reservations that may go; 0 unless told. */
  readonly cancelAffected?: number;
}

export interface GymChange {
  readonly action: StaffAction;
  readonly after: GymWithHours;
  readonly changes: readonly AuditedChange[];
  /** Besides the name of the gym. */
  readonly about?: string;
  /** Told to whoever loses a reservation by it. */
  readonly cancelReason: string;
  /** Throws where it cannot stand beside what else the gym has. */
  readonly check?: () => void;
  readonly write: (tx: Transaction) => Promise<void>;
}

type PlanChange = (before: GymWithHours, tx: Transaction) => GymChange | Promise<GymChange>;

/**
 * Every change of a gym: nobody gives or takes places meanwhile, those who reserved follow, and it
 * is logged, all in one transaction. What changes nothing is not logged, and never stale: it is the
 * same change again, after a lost answer.
 */
export async function changeGymRules(
  { db, followGymRules }: StaffGymParts,
  { staffSub, gymId, version, cancelAffected = 0 }: GymRequest,
  planChange: PlanChange,
  now: Date,
): Promise<StaffGym> {
  return await db.transaction(async (tx) => {
    await lockGymRules(tx, gymId);
    const before = await requireGym(tx, gymId, now);
    const { after, changes, ...change } = await planChange(before, tx);
    if (changes.length > 0) {
      // Before anything else: what was confirmed of another gym must not cost anybody a place.
      if (before.gym.version !== version) throw new AppError('stale_version');
      change.check?.();
      await change.write(tx);
      await countChange(tx, before.gym);
      const reason = change.cancelReason;
      const lost = await followGymRules(tx, { before, after, cancelAffected, reason }, now);
      const { name } = after.gym;
      const target = change.about === undefined ? name : `${name} ${change.about}`;
      const deed = { staffSub, action: change.action, target, changes };
      const cancellations = lost.map(({ sub, ...slot }) => ({
        staffSub,
        action: 'reservation.cancel' as const,
        memberSub: sub,
        reason,
        changes: [{ field: 'reservation', before: describeSlot(name, slot), after: '' }],
      }));
      await logStaffDeeds(tx, [deed, ...cancellations], now);
    }
    return await readStaffGym(tx, gymId, now);
  });
}
