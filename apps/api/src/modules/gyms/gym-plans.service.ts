import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { allowsLess } from '@tanren/domain/memberships/memberships';
import type { Queryable } from '#db/database.ts';
import { listChanges } from '#modules/staff/audit-log.service.ts';
import {
  cancelReasons,
  describePlans,
  readPlans,
  rejectForeignPlans,
  type SentPlan,
} from './gym-texts.ts';
import { retirePlans, selectPlans, selectReservedWith, writePlans } from './gym-plans.store.ts';
import { changeGymRules, type GymRequest, type StaffGymParts } from './staff-gyms.service.ts';

/**
 * Replaces all plans of a gym in this order. Members keep a plan that is left out. Reservations
 * that a plan no longer allows are cancelled, as many as staff have confirmed.
 */
export async function setPlans(
  db: Queryable,
  parts: StaffGymParts,
  request: GymRequest,
  sent: readonly SentPlan[],
  now: Date,
): Promise<StaffGym> {
  const plans = readPlans(sent);
  const { gymId } = request;
  return await changeGymRules(
    db,
    parts,
    request,
    async (before, tx) => {
      const old = await selectPlans(tx, gymId);
      const length = Math.max(old.length, plans.length);
      const left = old.filter(({ id }) => plans.every((plan) => plan.id !== id));
      const narrowed = old.filter((plan) => {
        const next = plans.find(({ id }) => id === plan.id);
        return next !== undefined && allowsLess(plan, next);
      });
      const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
      return {
        action: 'gym.plans',
        after: before,
        changes: listChanges(describePlans(old, length), describePlans(plans, length)),
        cancelReason: cancelReasons.plans,
        check: () => rejectForeignPlans(plans, idsOf(old)),
        write: async () => {
          await writePlans(tx, gymId, plans);
          await retirePlans(tx, idsOf(left), now);
        },
        follow: async () => {
          if (narrowed.length === 0) return;
          const concerned = await selectReservedWith(tx, idsOf(narrowed), now);
          const subs = concerned.map(({ sub }) => sub);
          const { staffSub, cancelAffected = 0 } = request;
          const uncovered = { subs, gymId, staffSub, cancelAffected, reason: cancelReasons.plans };
          await parts.cancelUncoveredReservations(tx, uncovered, now);
        },
      };
    },
    now,
  );
}
