import type { DoorOpeningsMessage } from '@tanren/contract/booking/gym-messages';
import { doorLeadMs, doorStepSeconds } from '@tanren/domain/booking/door';
import type { SeatedVisit } from '@tanren/domain/booking/door-codes';
import { chooseDoorDigits } from '@tanren/domain/booking/door-guesses';
import { findOpenTime } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { validateEntry } from '@tanren/domain/memberships/memberships';
import { listSlots, type SlotTime } from '@tanren/domain/booking/reservations';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { type GymWithHours, readGymHours } from '#modules/gyms/gym-rules.service.ts';
import { listHeldMemberships } from '#modules/memberships/held-memberships.service.ts';
import { longestSlotMs } from './door-entries.store.ts';

const hourMs = 60 * 60 * 1000;
/**
 * Number of hours for which a lock without a network uses the last openings. After that the gym may
 * have changed its hours, and no member must be locked out because of it.
 */
const knownHours = 24;

/** Returns the openings of a gym's lock from now on, or `null` if the gym does not exist. */
export async function readDoorOpenings(
  db: Queryable,
  gymId: number,
  now: Date,
): Promise<DoorOpeningsMessage | null> {
  const today = toGymDay(now);
  const days = [-1, 0, 1, 2].map((by) => addDays(today, by));
  const found = await readGymHours(db, gymId, addDays(today, -1), addDays(today, 2));
  if (found === null) return null;
  const visits = await listPresentVisits(db, gymId, now);
  const series = [
    ...days.flatMap((gymDay) => describeSlots(listDaySlots(found, gymDay))),
    // The hours may have changed since these visits began.
    ...visits
      .filter(({ cancelledAt }) => cancelledAt === null)
      .flatMap((one) => describeSlots([one])),
  ];
  // The time is rounded to full hours, so that the lock writes to its disk only after a real
  // change.
  const knownUntil = (Math.floor(now.getTime() / hourMs) + knownHours + 1) * hourMs;
  return {
    type: 'openings',
    digits: chooseDoorDigits(found.gym),
    series: [...new Map(series.map((one) => [JSON.stringify(one), one])).values()],
    knownUntil: new Date(knownUntil).toISOString(),
    endedVisits: (await listEndedVisits(db, visits, now)).map(({ startsAt, endsAt, seat }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      seat,
    })),
  };
}

function listDaySlots({ gym, hours }: GymWithHours, gymDay: string): SlotTime[] {
  return listSlots(findOpenTime(hours, gymDay), gym.slotMinutes);
}

function describeSlots(slots: readonly SlotTime[]): DoorOpeningsMessage['series'] {
  const [first] = slots;
  if (first === undefined) return [];
  const slotMinutes = (first.endsAt.getTime() - first.startsAt.getTime()) / 60_000;
  return [{ from: first.startsAt.toISOString(), slotMinutes, slots: slots.length }];
}

type PresentVisit = Awaited<ReturnType<typeof listPresentVisits>>[number];

/**
 * Lists the reservations, cancelled or not, whose codes the lock accepts now or a minute from now.
 */
async function listPresentVisits(db: Queryable, ofGym: number, now: Date) {
  const stepMs = doorStepSeconds * 1000;
  const table = trainingReservations;
  const { sub, gymId, gymDay, startsAt, endsAt, seat, cancelledAt, codesShownAt } = table;
  return await db
    .select({ sub, gymId, gymDay, startsAt, endsAt, seat, cancelledAt, codesShownAt })
    .from(table)
    .where(
      and(
        eq(gymId, ofGym),
        gt(startsAt, new Date(now.getTime() - longestSlotMs)),
        lt(startsAt, new Date(now.getTime() + doorLeadMs + stepMs)),
        gt(endsAt, new Date(now.getTime() - stepMs)),
      ),
    )
    .orderBy(startsAt, seat, table.id);
}

/**
 * Lists visits whose codes were shown and that were then cancelled or are no longer covered by a
 * membership. A seat that another member has now is left out, because its codes are theirs.
 */
async function listEndedVisits(
  db: Queryable,
  visits: readonly PresentVisit[],
  now: Date,
): Promise<SeatedVisit[]> {
  const shown = visits.filter(({ codesShownAt }) => codesShownAt !== null);
  const members = new Set(visits.map(({ sub }) => sub));
  const memberships = shown.length === 0 ? null : await listHeldMemberships(db, [...members], now);
  const isAllowed = (visit: PresentVisit) =>
    visit.cancelledAt === null && validateEntry(memberships?.get(visit.sub) ?? [], visit) === null;
  const nameSeat = ({ startsAt, seat }: PresentVisit) => `${startsAt.getTime()} ${seat}`;
  const allowed = new Set(shown.length === 0 ? [] : visits.filter(isAllowed).map(nameSeat));
  const ended = shown.filter((visit) => !allowed.has(nameSeat(visit)));
  return [...new Map(ended.map((visit) => [nameSeat(visit), visit])).values()];
}
