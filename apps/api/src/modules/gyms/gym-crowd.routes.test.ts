import { randomUUID } from 'node:crypto';
import type { GymCrowd } from '@tanren/contract/gyms/gym-crowd';
import type { DayHours } from '@tanren/domain/gyms/gym-hours';
import { expect, test } from 'vitest';
import { trainingReservations } from '#db/schema/booking.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { planItem, storeMenu } from '#test/support/menus/menus.ts';
import { addLink } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';
import { listImminent, listNearSlots } from './gym-crowd.service.ts';

const tokyo = (text: string) => new Date(`${text}+09:00`);
const show = (date: Date) =>
  new Date(date.getTime() + 9 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ');

function near(hours: DayHours | null, now: string, slotMinutes = 60) {
  const weekly = Array.from({ length: 7 }, () => hours);
  const slots = listNearSlots({ weekly, specialDays: [] }, slotMinutes, tokyo(now));
  return {
    slots: slots.map(({ startsAt }) => show(startsAt)),
    imminent: listImminent(slots, tokyo(now)).length,
  };
}

const night = { opensMinute: 6 * 60, closesMinute: 26 * 60 };
const always = { opensMinute: 0, closesMinute: 24 * 60 };
const twoDays = { opensMinute: 0, closesMinute: 48 * 60 };

test.each([
  ['before opening, the first slots', night, '2026-04-02T05:00', ['04-02 06:00', '04-02 09:00'], 1],
  ['during the day', night, '2026-04-02T09:30', ['04-02 09:00', '04-02 12:00'], 2],
  ['on the hour', night, '2026-04-02T10:00', ['04-02 10:00', '04-02 13:00'], 2],
  ['before midnight', night, '2026-04-02T23:59', ['04-02 23:00', '04-03 01:00'], 2],
  ['past midnight', night, '2026-04-03T00:10', ['04-03 00:00', '04-03 01:00'], 2],
  ['the last slot', night, '2026-04-03T01:59', ['04-03 01:00', '04-03 01:00'], 1],
  [
    'after the last slot, those of the morning',
    night,
    '2026-04-03T02:00',
    ['04-03 06:00', '04-03 09:00'],
    1,
  ],
  [
    'at midnight in a gym that never closes',
    always,
    '2026-04-03T00:00',
    ['04-03 00:00', '04-03 03:00'],
    2,
  ],
  ['a day of 48 hours', twoDays, '2026-04-03T12:00', ['04-03 12:00', '04-03 15:00'], 2],
] as const)('%s', (_name, hours, now, [first, last], imminent) => {
  const found = near(hours, now);
  expect([found.slots.at(0), found.slots.at(-1)]).toEqual([first, last]);
  expect(found.imminent).toBe(imminent);
  expect(found.slots.length).toBeLessThanOrEqual(4);
});

test('shows nothing on a closed day, or when too little time is left for a slot', () => {
  expect(near(null, '2026-04-02T12:00')).toEqual({ slots: [], imminent: 0 });
  const day = { opensMinute: 7 * 60, closesMinute: 23 * 60 };
  expect(near(day, '2026-04-02T22:00', 75).slots).toEqual([]);
  expect(near(day, '2026-04-02T21:59', 75).slots).toEqual(['04-02 20:45']);
});

/** Half past midnight at the gym, whose 1 April is still under way. */
const now = new Date('2026-04-01T15:30:00Z');
const { db, call } = await openWorld(now);

const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
let seats = 0;

async function reserve(
  gymId: number,
  fromMinute: number,
  trainingSessionId: number | null = null,
  changes: Partial<typeof trainingReservations.$inferInsert> = {},
): Promise<void> {
  await db.insert(trainingReservations).values({
    gymId,
    gymDay: '2026-04-01',
    startsAt: minutes(fromMinute),
    endsAt: minutes(fromMinute + 60),
    seat: (seats += 1),
    sub: randomUUID(),
    trainingSessionId,
    createdAt: minutes(-1000),
    ...changes,
  });
}

async function request(gymId: number): Promise<GymCrowd> {
  return (await call<GymCrowd>(randomUUID(), 'GET', `/gyms/${gymId}/crowd`)).body;
}

test('shows an empty gym without machines, after its hours', async () => {
  const gym = await addGym(db, { weekly: [] });
  expect(await request(gym.id)).toEqual({
    at: now.toISOString(),
    machineCount: 0,
    machinesInUse: 0,
    types: [],
    slots: [],
  });
});

test('counts machines with an open link as in use', async () => {
  const gym = await addGym(db, openDaily(6, 26));
  const other = await addGym(db, openDaily(6, 26));
  const add = async (workoutTypeId: number, gymId = gym.id) =>
    await addMachine(db, { gymId, workoutTypeId });
  const [press, secondPress, row, idle, elsewhere] = [
    await add(1),
    await add(1),
    await add(5),
    await add(11),
    await add(1, other.id),
  ];
  await addMachine(db, { gymId: gym.id, workoutTypeId: 9, retiredAt: minutes(-5) });
  await addLink(db, press, { linkedAt: minutes(-1) });
  await addLink(db, secondPress, { linkedAt: minutes(-30), endedAt: minutes(-20) });
  await addLink(db, secondPress, { linkedAt: minutes(-20), endedAt: minutes(-19) });
  await addLink(db, row, { linkedAt: minutes(-60), lastActiveAt: minutes(-9) });
  await addLink(db, idle, { linkedAt: minutes(-60), lastActiveAt: minutes(-10) });
  await addLink(db, elsewhere, { linkedAt: minutes(-1) });
  expect(await request(gym.id)).toMatchObject({
    machineCount: 4,
    machinesInUse: 2,
    types: [
      { workoutTypeId: 1, machineCount: 2, inUse: 1, expected: 0 },
      { workoutTypeId: 5, machineCount: 1, inUse: 1, expected: 0 },
      { workoutTypeId: 11, machineCount: 1, inUse: 0, expected: 0 },
    ],
  });
});

test('leaves out machines under inspection, also while they are linked', async () => {
  const gym = await addGym(db, openDaily(6, 26));
  const place = { gymId: gym.id, inspectionSince: minutes(-5) };
  await addMachine(db, { gymId: gym.id, workoutTypeId: 1 });
  const linked = await addMachine(db, { ...place, workoutTypeId: 1 });
  await addMachine(db, { ...place, workoutTypeId: 5 });
  await addLink(db, linked, { linkedAt: minutes(-1) });
  expect(await request(gym.id)).toMatchObject({
    machineCount: 1,
    machinesInUse: 0,
    types: [{ workoutTypeId: 1, machineCount: 1, inUse: 0 }],
  });
});

test('shows the current and the next slots of the gym day, also past midnight', async () => {
  const gym = await addGym(db, openDaily(6, 29), { capacity: 7 });
  const other = await addGym(db, openDaily(6, 29));
  for (const fromMinute of [-90, -30, -30, 30, 90, 150, 210]) await reserve(gym.id, fromMinute);
  await reserve(gym.id, 30, null, { cancelledAt: now });
  await reserve(other.id, 30);
  const { slots } = await request(gym.id);
  expect(slots).toEqual(
    [
      [-30, 2],
      [30, 1],
      [90, 1],
      [150, 1],
    ].map(([fromMinute = 0, reserved]) => ({
      startsAt: minutes(fromMinute).toISOString(),
      endsAt: minutes(fromMinute + 60).toISOString(),
      capacity: 7,
      reserved,
    })),
  );
  const short = await addGym(db, openDaily(6, 26));
  expect((await request(short.id)).slots).toHaveLength(2);
});

test('expects members once per machine type of their menu, now and next', async () => {
  const gym = await addGym(db, openDaily(6, 28));
  for (const workoutTypeId of [1, 4, 8]) await addMachine(db, { gymId: gym.id, workoutTypeId });
  const session = async (...types: number[]) => {
    const items = types.map((workoutTypeId) => planItem({ workoutTypeId }));
    return (await storeMenu(db, randomUUID(), { items, visibility: 'private' })).id;
  };
  const [press, both, sit] = [await session(1, 1), await session(1, 4), await session(8)];
  const sub = randomUUID();
  await reserve(gym.id, -30, press, { sub });
  await reserve(gym.id, 30, both, { sub });
  await reserve(gym.id, 30, both);
  await reserve(gym.id, 30);
  await reserve(gym.id, 90, sit);
  await reserve(gym.id, -90, sit);
  await reserve(gym.id, 30, sit, { cancelledAt: now });
  const { types } = await request(gym.id);
  expect(types.map(({ workoutTypeId, expected }) => [workoutTypeId, expected])).toEqual([
    [1, 2],
    [4, 2],
    [8, 0],
  ]);
  expect(JSON.stringify(types)).not.toContain(sub);
});
