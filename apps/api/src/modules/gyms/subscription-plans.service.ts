import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import { includedTax } from '@tanren/domain/memberships/included-tax';
import type { SubscriptionPlanRow } from '#db/schema/gyms.ts';

/** Converts a plan into the form that members read. */
export function toWirePlan(plan: SubscriptionPlanRow): SubscriptionPlan {
  const { id, name, description, price, taxRate, per, allGyms, weekdays } = plan;
  const { fromMinute, untilMinute, visitsPerMonth, countsNoShows, offered, retiredAt } = plan;
  return {
    id,
    name,
    description,
    price,
    tax: includedTax(price, taxRate),
    per,
    allGyms,
    weekdays,
    fromMinute,
    untilMinute,
    visitsPerMonth,
    countsNoShows,
    offered: offered && retiredAt === null,
  };
}
