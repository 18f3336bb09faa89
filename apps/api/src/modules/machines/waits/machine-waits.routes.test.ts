import { randomBytes, randomUUID } from 'node:crypto';
import type { GymWaits } from '@tanren/contract/machines/machine-waits';
import { addDays, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gymTypeHours, machines } from '#db/schema/machines.ts';
import { unlinkedBouts } from '#db/schema/workout-records.ts';
import { updateMachineWaits } from '#modules/machines/waits/machine-waits.service.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

const today = '2026-04-29';
/** Half past four in the morning, when the gym day before has ended. */
const now = toGymInstant(today, 4.5 * 60);
const { db, call } = await openWorld(now);

const readWaits = async (gymId: number) =>
  await call<GymWaits>(`${randomUUID()}/staff`, 'GET', `/staff/gyms/${gymId}/waits`);

interface Place {
  readonly id: number;
  readonly gymId: number;
  readonly workoutTypeId: number;
}

/** A workout of ten minutes at a time of a gym day, counted back from today. */
async function addBout({ id, gymId, workoutTypeId }: Place, daysAgo: number, minute: number) {
  const gymDay = addDays(today, -daysAgo);
  await storeWorkout(db, randomUUID(), {
    machineId: id,
    gymId,
    workoutTypeId,
    gymDay,
    startedAt: toGymInstant(gymDay, minute),
    sets: [[100, 10]],
  });
}

async function addUnlinked({ id }: Place, daysAgo: number, minute: number, isTaken = false) {
  const startedAt = toGymInstant(addDays(today, -daysAgo), minute);
  await db.insert(unlinkedBouts).values({
    claimHash: randomBytes(32),
    workoutUuid: randomUUID(),
    machineId: id,
    startedAt,
    endedAt: new Date(startedAt.getTime() + 5 * 60_000),
    receivedAt: startedAt,
    takenAt: isTaken ? now : null,
  });
}

async function addUsedGym() {
  const { id: gymId } = await addGym(db, openDaily(6, 26));
  const press = await addMachine(db, { gymId, workoutTypeId: 11 });
  return { gymId, press };
}

test('counts the bouts of four weeks with and without a link, and the machines of today', async () => {
  const { gymId, press } = await addUsedGym();
  const { gymId: otherGym, press: otherPress } = await addUsedGym();
  const retired = await addMachine(db, { gymId, workoutTypeId: 11, retiredAt: now });
  await addBout(press, 28, 6 * 60);
  await addBout(retired, 1, 18 * 60);
  await addUnlinked(press, 1, 18 * 60 + 30);
  // After midnight, a claimed bout, which is a workout now, and bouts of other days and gyms.
  await addBout(press, 1, 25 * 60);
  await addUnlinked(press, 1, 19 * 60, true);
  await addBout(press, 29, 12 * 60);
  await addBout(press, 0, 4 * 60);
  await addBout(otherPress, 1, 12 * 60);
  await updateMachineWaits(db, now);
  const rows = await db.select().from(gymTypeHours).where(eq(gymTypeHours.gymId, gymId));
  const common = { gymId, workoutTypeId: 11, computedOn: today, machines: 1, days: 1 };
  expect(rows.toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)).toMatchObject([
    { ...common, weekday: 2, hour: 18, bouts: 2, boutSeconds: 900, busySeconds: 900 },
    { ...common, weekday: 2, hour: 25, bouts: 1 },
    { ...common, weekday: 3, hour: 6, bouts: 1, boutSeconds: 600 },
  ]);
  const { body } = await readWaits(gymId);
  expect(body).toMatchObject({
    gymId,
    gymName: '鍛錬ジム',
    period: { from: '2026-04-01', to: '2026-04-28' },
    days: 2,
    types: [{ workoutTypeId: 11, machines: 1, bouts: 4 }],
  });
  expect((await readWaits(otherGym)).body.types).toMatchObject([{ bouts: 1 }]);
});

test('names the longest queue, and what one machine more saves', async () => {
  const { gymId, press } = await addUsedGym();
  const full = [0, 10, 20, 30, 40].map((minute) => 19 * 60 + minute);
  for (const daysAgo of [1, 8, 15, 22]) {
    for (const minute of full) await addBout(press, daysAgo, minute);
  }
  await updateMachineWaits(db, now);
  const { body } = await readWaits(gymId);
  expect(body.queues).toMatchObject([{ workoutTypeId: 11, weekday: 2, hour: 19, usedPercent: 83 }]);
  const [type] = body.types;
  expect(type?.hours).toEqual([
    { part: 'weekdays', hour: 19, waitSeconds: body.queues[0]?.waitSeconds },
  ]);
  expect(type?.savedMinutes).toBeGreaterThan(60);
  expect(type?.savedMinutes).toBeLessThan(type?.waitMinutes ?? 0);
});

test('computes the waits of a gym once a day, after its night', async () => {
  const { gymId, press } = await addUsedGym();
  await addBout(press, 1, 12 * 60);
  await updateMachineWaits(db, now);
  await addBout(press, 1, 13 * 60);
  await addBout(press, 0, 12 * 60);
  const after = (hours: number) => new Date(now.getTime() + hours * 60 * 60_000);
  await updateMachineWaits(db, after(23));
  expect((await readWaits(gymId)).body.types).toMatchObject([{ bouts: 1 }]);
  const nodes = Array.from({ length: 6 }, async () => await updateMachineWaits(db, after(24)));
  await Promise.all(nodes);
  const { body } = await readWaits(gymId);
  expect(body.period).toEqual({ from: '2026-04-02', to: '2026-04-29' });
  expect(body.types).toMatchObject([{ bouts: 3 }]);
});

test('forgets the type of the last retired machine', async () => {
  const { gymId, press } = await addUsedGym();
  await addBout(press, 1, 12 * 60);
  await db.update(machines).set({ retiredAt: now }).where(eq(machines.id, press.id));
  await updateMachineWaits(db, now);
  expect((await readWaits(gymId)).body.types).toEqual([]);
});

test('answers a gym without bouts with nothing, and an unknown gym with 404', async () => {
  const { gymId } = await addUsedGym();
  await updateMachineWaits(db, now);
  const nothing = { period: null, days: 0, queues: [], types: [] };
  expect((await readWaits(gymId)).body).toMatchObject(nothing);
  expect((await readWaits(2_000_000)).code).toBe('not_found');
});
