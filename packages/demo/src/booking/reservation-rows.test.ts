import { decideDoor } from '@tanren/domain/booking/door';
import { addDays, daysBetween, toGymDay } from '@tanren/domain/gyms/gym-time';
import { chooseMembership, monthOf, validateEntry } from '@tanren/domain/memberships/memberships';
import { maxReservations, reservableDays } from '@tanren/domain/booking/reservations';
import { describe, expect, test } from 'vitest';
import { demoMember } from '#members/demo-accounts.ts';
import { demoGyms, findDemoGym } from '#gyms/demo-gyms.ts';
import { generateDemoWorld } from '#demo-world.ts';
import { demoPlans } from '#memberships/demo-plans.ts';
import { markArrivals } from './arrivals.ts';
import { findPresentSlot } from './own-reservations.ts';
import { createSlotCalendar, listDemoSlots } from './slot-book.ts';

/** An ordinary day, a short day before gyms close for the new year, a night, and a leap day. */
const days = [
  '2026-11-15T09:20:00Z',
  '2026-12-31T08:10:00Z',
  '2026-12-29T16:50:00Z',
  '2028-02-29T03:00:00Z',
];

function group<T>(rows: readonly T[], readKey: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(readKey(row), [...(groups.get(readKey(row)) ?? []), row]);
  return groups;
}

describe.each(days)('demo reservations on %s', (moment) => {
  const now = new Date(moment);
  const today = toGymDay(now);
  const world = generateDemoWorld(now);
  const { reservations, waits, present } = world.booked;
  const held = [...reservations, ...(present === null ? [] : [present])].filter(
    ({ cancelledAt }) => cancelledAt === null,
  );
  const slotKey = ({ gymId, startsAt }: { gymId: number; startsAt: Date }) =>
    `${gymId} ${startsAt.toISOString()}`;
  const bySlot = group(held, slotKey);
  const capacityOf = (gymId: number) => findDemoGym(gymId).capacity;
  const findMemberships = (sub: string) =>
    world.memberships.memberships
      .filter((membership) => membership.sub === sub)
      .map(({ id }) => ({
        membershipId: id,
        terms: world.memberships.terms.filter(({ membershipId }) => membershipId === id),
        plans: demoPlans,
        visits: {},
      }));

  test("are in slots of the gyms' opening hours", () => {
    const wrong = [...held, ...waits].filter(({ gymId, gymDay, startsAt, endsAt }) => {
      const slots = listDemoSlots(findDemoGym(gymId), gymDay, today);
      return !slots.some(
        (slot) =>
          slot.startsAt.getTime() === startsAt.getTime() &&
          slot.endsAt.getTime() === endsAt.getTime(),
      );
    });
    expect(wrong).toEqual([]);
    const last =
      held
        .map(({ gymDay }) => gymDay)
        .toSorted()
        .at(-1) ?? '';
    expect(daysBetween(today, last)).toBeLessThan(reservableDays);
    expect(daysBetween(today, last)).toBeGreaterThanOrEqual(12);
  });

  test('seats are numbered from 1 up to the capacity', () => {
    const wrong = [...bySlot.values()].filter((inSlot) => {
      const seats = inSlot.map(({ seat }) => seat).toSorted((a, b) => a - b);
      const gymId = inSlot[0]?.gymId ?? 0;
      return seats.some((seat, index) => seat !== index + 1) || seats.length > capacityOf(gymId);
    });
    expect(wrong).toEqual([]);
  });

  test('no member has two seats at once, exceeds the limit or came before the reservation', () => {
    for (const ofMember of group(held, ({ sub }) => sub).values()) {
      const inOrder = ofMember.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
      const overlaps = inOrder.filter((row, index) => {
        const before = inOrder[index - 1];
        return before !== undefined && before.endsAt > row.startsAt;
      });
      expect(overlaps).toEqual([]);
      const ahead = ofMember.filter(({ endsAt }) => endsAt > world.midnight);
      expect(ahead.length).toBeLessThanOrEqual(maxReservations);
    }
    const joined = new Map(world.people.map((person) => [person.sub, person.joinedDaysAgo]));
    const wrong = [...reservations, ...waits].filter(
      ({ createdAt, startsAt, sub }) =>
        createdAt >= startsAt ||
        createdAt >= world.midnight ||
        toGymDay(createdAt) < addDays(today, -(joined.get(sub) ?? 0)),
    );
    expect(wrong).toEqual([]);
  });

  test('each is covered by a membership, and no monthly limit is exceeded', () => {
    const asked = [...reservations, ...(present === null ? [] : [present])];
    const wrong = [...asked, ...waits].filter((row) => {
      const chosen = chooseMembership(findMemberships(row.sub), row);
      if ('refusal' in chosen) return true;
      return 'membershipId' in row && row.membershipId !== chosen.membership.membershipId;
    });
    expect(wrong).toEqual([]);
    const months = group(held, ({ membershipId, gymDay }) => `${membershipId} ${monthOf(gymDay)}`);
    const limits = [...months.values()].map((visits) => {
      const [first] = visits;
      const last =
        visits
          .map(({ gymDay }) => gymDay)
          .toSorted()
          .at(-1) ?? '';
      const term = world.memberships.terms.find(
        ({ membershipId, fromDay, lastDay }) =>
          membershipId === first?.membershipId &&
          fromDay <= last &&
          (lastDay === null || lastDay >= last),
      );
      const limit = demoPlans.find(({ id }) => id === term?.planId)?.visitsPerMonth ?? null;
      return { left: limit === null ? null : limit - visits.length, month: monthOf(last) };
    });
    expect(limits.filter(({ left }) => left !== null && left < 0)).toEqual([]);
    const usedUp = limits.filter(({ left, month }) => left === 0 && month === monthOf(today));
    expect(usedUp.length).toBeGreaterThanOrEqual(1);
  });

  test('earlier days, and today until now, have entries or no-shows', () => {
    const seen = markArrivals(reservations, today, now).filter(
      ({ cancelledAt, sub }) => cancelledAt === null && sub !== demoMember.sub,
    );
    const count = (rows: typeof seen, came: boolean) =>
      rows.filter(({ enteredAt }) => (enteredAt !== null) === came).length;
    const before = seen.filter(({ gymDay }) => gymDay < today);
    expect(count(before, true)).toBeGreaterThan(300);
    expect(count(before, false)).toBeGreaterThan(20);
    expect(count(before, false)).toBeLessThan(count(before, true) / 4);
    const wrong = seen.filter(
      ({ enteredAt, startsAt, endsAt }) =>
        enteredAt !== null &&
        (enteredAt > now ||
          enteredAt >= endsAt ||
          startsAt.getTime() - enteredAt.getTime() > 15 * 60_000),
    );
    expect(wrong).toEqual([]);
    const begun = seen.filter(({ gymDay, startsAt }) => gymDay === today && startsAt < now);
    const later = seen.filter(({ startsAt }) => startsAt.getTime() > now.getTime() + 15 * 60_000);
    expect(count(later, true)).toBe(0);
    expect(count(begun, true)).toBeGreaterThanOrEqual(begun.length / 2 - 2);
  });

  test('evenings are busier, a few slots are full, and some reservations have a menu', () => {
    const coming = reservations.filter(({ startsAt }) => startsAt > now);
    const full = [...bySlot.values()].filter(
      (inSlot) =>
        inSlot.length === capacityOf(inSlot[0]?.gymId ?? 0) &&
        inSlot.every(({ startsAt }) => startsAt > now),
    );
    expect(full.length).toBeGreaterThanOrEqual(5);
    expect(full.length).toBeLessThan(15);
    const withMenu = coming.filter(({ trainingSessionId }) => trainingSessionId !== null);
    expect(withMenu.length).toBeGreaterThan(coming.length / 5);
    const unseen = withMenu.filter(({ trainingSessionId, sub, createdAt }) => {
      const menu = world.menus.find(({ id }) => id === trainingSessionId);
      const isVisible = menu?.visibility === 'public' || menu?.authorSub === sub;
      return menu === undefined || !isVisible || menu.createdAt > createdAt;
    });
    expect(unseen).toEqual([]);
    for (const { id } of demoGyms) {
      const here = coming.filter(({ gymId }) => gymId === id);
      expect(here.length).toBeGreaterThan(80);
    }
  });

  test('members wait only for full slots, in order, and only for slots they could use', () => {
    const wrong = waits.filter((wait) => {
      const inSlot = bySlot.get(slotKey(wait)) ?? [];
      const theirs = held.filter(({ sub }) => sub === wait.sub);
      return (
        wait.startsAt <= now ||
        inSlot.length !== capacityOf(wait.gymId) ||
        inSlot.some(({ createdAt }) => createdAt > wait.createdAt) ||
        theirs.some(({ startsAt, endsAt }) => startsAt < wait.endsAt && endsAt > wait.startsAt)
      );
    });
    expect(wrong).toEqual([]);
    const times = waits.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(waits.map(({ id }) => id)).toEqual(waits.map((_, index) => index + 1));
  });

  test('the demo member can try the door, has a later reservation with a menu, and waits second in line', () => {
    const mine = held.filter(({ sub }) => sub === demoMember.sub);
    expect(present?.sub).toBe(demoMember.sub);
    expect(present?.id).toBe(reservations.length + 1);
    const settled = { changeableUntil: new Date(0), wasShown: false };
    const memberships = findMemberships(demoMember.sub);
    const here = [present]
      .filter((row) => row !== null)
      .map((row) => ({ ...row, ...settled, refusal: validateEntry(memberships, row) }));
    expect(decideDoor(here, now)).toMatchObject({ open: true });
    const ahead = mine.filter(({ startsAt }) => startsAt > now);
    const next = ahead.find(({ id }) => id !== present?.id);
    const menu = world.menus.find(({ id }) => id === next?.trainingSessionId);
    expect(menu?.authorSub).toBe(demoMember.sub);
    const wait = waits.find(({ sub }) => sub === demoMember.sub);
    expect(wait?.email).toBe('demo@tanren.example');
    const queue = waits.filter((other) => wait !== undefined && slotKey(other) === slotKey(wait));
    expect(queue.map(({ sub }) => sub === demoMember.sub)).toEqual([false, true, false]);
  });

  test('the demo member has reserved the visits of eight weeks and cancelled twice', () => {
    const visits = world.workouts.filter(
      ({ sub, startedAt }) =>
        sub === demoMember.sub && daysBetween(toGymDay(startedAt), today) <= 56,
    );
    const past = reservations.filter(
      ({ sub, endsAt }) => sub === demoMember.sub && endsAt < world.midnight,
    );
    const kept = past.filter(({ cancelledAt }) => cancelledAt === null);
    expect(past.length - kept.length).toBe(2);
    const visitDays = new Set(visits.map(({ startedAt }) => toGymDay(startedAt)));
    expect(new Set(kept.map(({ gymDay }) => gymDay))).toEqual(visitDays);
    const attached = kept.filter(({ trainingSessionId }) => trainingSessionId !== null);
    expect(new Set(attached.map(({ gymDay }) => gymDay)).size).toBe(7);
  });
});

test.each([
  ['2026-11-15T00:10', '2026-11-15T00:00'],
  ['2026-11-15T00:50', '2026-11-15T01:00'],
  ['2026-11-15T01:50', '2026-11-15T01:00'],
  ['2026-11-15T02:00', '2026-11-15T06:00'],
  ['2026-11-15T18:44', '2026-11-15T18:00'],
  ['2026-11-15T18:45', '2026-11-15T19:00'],
  ['2026-12-31T17:50', '2026-12-31T17:00'],
  ['2026-12-31T18:00', null],
  ['2027-01-01T12:00', null],
  ['2027-01-03T09:00', '2027-01-03T10:00'],
])("at %s the demo member's door slot is the one of %s", (moment, expected) => {
  const now = new Date(`${moment}+09:00`);
  const slot = findPresentSlot(createSlotCalendar(toGymDay(now)), now);
  expect(slot?.startsAt ?? null).toEqual(expected && new Date(`${expected}+09:00`));
});
