import type * as contract from '@tanren/contract/gyms';
import { includedTax } from '@tanren/domain/included-tax';
import { reservableDays } from '@tanren/domain/reservation-rules';
import type { GymRow, SubscriptionPlanRow } from '#db/schema/gyms.ts';
import type { DayOfGym } from './gyms.service.ts';

export function toWire(gym: GymRow): contract.Gym {
  const { id, name, address, access, phone } = gym;
  const { slotMinutes, capacity, cancelDeadlineMinutes } = gym;
  return {
    id,
    name,
    address,
    access,
    phone,
    mapUrl: describeMap(address || name),
    timeZone: 'Asia/Tokyo',
    slotMinutes,
    capacity,
    cancelDeadlineMinutes,
    reservableDays,
  };
}

/** Opens the maps app of a phone, and a page elsewhere; it needs no key. */
function describeMap(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

export function toWireDay({ date, open, special }: DayOfGym): contract.BusinessHours {
  return {
    date,
    closed: open === null,
    opens: open && open.opensAt.toISOString(),
    closes: open && open.closesAt.toISOString(),
    special: special !== null,
    note: special?.note ?? '',
  };
}

export function toWirePlan(plan: SubscriptionPlanRow): contract.SubscriptionPlan {
  const { id, name, description, price, taxRate, per } = plan;
  return { id, name, description, price, tax: includedTax(price, taxRate), per };
}
