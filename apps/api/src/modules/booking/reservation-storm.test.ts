import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservationWait } from '@tanren/contract/booking/training-reservations';
import { maxReservations } from '@tanren/domain/booking/reservations';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import type { GymRow } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { at, type ReservationCalls, reservationCalls } from '#test/support/booking/reservations.ts';
import {
  readHistory,
  recordHistory,
  replayHistory,
} from '#test/support/booking/reservation-history.ts';
import { shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { createJoin } from '#test/support/memberships/memberships.ts';
import { type Answer, modules, rateLimits } from '#test/support/world.ts';
import { bySize } from '#test/support/failures.ts';
import { promoteDueWaiters } from './promote-waiters.ts';

const stormMs = bySize(1000, 60_000);
/**
 * Minimum number of taps. On a busy machine the storm goes on for longer until they are reached.
 */
const fewestTaps = bySize(300, 1500);
const day = '2026-04-10';
const nodeCount = 3;

const { db, url } = await createTestDatabase();
await recordHistory(url);

const began = Date.now();
/** Speed of the test's clock. At full speed a real minute is ten hours, so that offers expire. */
let speed = 0;
const now = () => new Date(at(12).getTime() + (Date.now() - began) * speed);

const join = createJoin(db);
const nodes: { readonly calls: ReservationCalls; readonly promote: () => Promise<void> }[] = [];
for (let n = 0; n < nodeCount; n += 1) {
  const own = openDatabase(url);
  const app = await shareTestApp({ db: own, modules, now, rateLimits });
  const tasks = openDatabase(url);
  afterAll(async () => {
    await closeDatabase(own);
    await closeDatabase(tasks);
  });
  const promote = async () => void (await promoteDueWaiters(tasks, now()));
  nodes.push({ calls: reservationCalls(app, join), promote });
}

/** Repeats a call like a page does while the node has no free connection. */
async function untilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}

const countReserved = async (gym: GymRow, startsAt: Date) =>
  await db.$count(
    trainingReservations,
    and(
      eq(trainingReservations.gymId, gym.id),
      eq(trainingReservations.startsAt, startsAt),
      isNull(trainingReservations.cancelledAt),
    ),
  );

function tally(answers: readonly Answer<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const key = code ?? String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const pick = <T>(from: readonly T[]): T =>
  from[Math.floor(Math.random() * from.length)] ?? expect.fail('nothing to pick');

/** Codes that a member may get. Any other code is a bug. */
const expected = new Set([
  '200',
  '201',
  '204',
  'slot_full',
  'overlap',
  'limit_reached',
  'slot_available',
]);

interface StormSlot {
  readonly gym: GymRow;
  readonly startsAt: Date;
}

/** Performs one random tap on a random node, on the member's present reservations and waits. */
async function act(sub: string, slots: readonly StormSlot[]): Promise<Answer<unknown>> {
  const { calls } = pick(nodes);
  const { gym, startsAt } = pick(slots);
  const own = async () => (await untilAnswered(() => calls.list(sub))).body.items;
  const line = async () =>
    (await untilAnswered(() => calls.call<ReservationWait[]>(sub, 'GET', '/my/reservation-waits')))
      .body;
  const moveOne = async () => {
    const [mine] = await own();
    if (mine === undefined) return await calls.reserve(sub, gym.id, day, startsAt);
    const target = pick(slots.filter((slot) => slot.gym.id === mine.gymId));
    return await calls.move(sub, mine.id, target.startsAt);
  };
  const taps: (() => Promise<Answer<unknown>>)[] = [
    async () => await calls.reserve(sub, gym.id, day, startsAt),
    async () => await calls.reserve(sub, gym.id, day, startsAt),
    moveOne,
    moveOne,
    async () => {
      const mine = (await own()).at(-1);
      return await (mine === undefined
        ? calls.reserve(sub, gym.id, day, startsAt)
        : calls.cancel(sub, mine.id));
    },
    async () => await calls.wait(sub, gym.id, day, startsAt),
    async () => {
      const [wait] = await line();
      if (wait === undefined) return await calls.wait(sub, gym.id, day, startsAt);
      const { waitId, offeredUntil } = wait;
      return await (offeredUntil === null
        ? calls.leave(sub, waitId)
        : calls.reserve(sub, wait.gymId, day, new Date(wait.startsAt)));
    },
  ];
  return await pick(taps)();
}

test(
  'simultaneous reservations, moves, cancellations and waits never exceed the seats',
  { timeout: stormMs + 300_000 },
  async () => {
    speed = 600;
    const small = await addGym(db, openDaily(9, 13), { capacity: 2 });
    const large = await addGym(db, openDaily(9, 13), { capacity: 4, slotMinutes: 75 });
    const slots: StormSlot[] = [
      ...[9, 10, 11, 12].map((hour) => ({ gym: small, startsAt: at(hour, day) })),
      ...[0, 1, 2].map((n) => ({ gym: large, startsAt: at(9 + n * 1.25, day) })),
    ];
    const from = (await readHistory(url)).length;
    const answers: Answer<unknown>[] = [];
    const until = Date.now() + stormMs;
    const run = async (step: () => Promise<void>) => {
      while (Date.now() < until || answers.length < fewestTaps) await step();
    };
    const subs = Array.from({ length: 24 }, () => randomUUID());
    for (const sub of subs) for (const { id } of [small, large]) await join(sub, id);
    await Promise.all([
      ...subs.map((sub) =>
        run(async () => void answers.push(await untilAnswered(() => act(sub, slots)))),
      ),
      ...nodes.map(({ promote }) =>
        run(async () => {
          await promote();
          await sleep(30);
        }),
      ),
    ]);
    const counts = tally(answers);
    expect(Object.keys(counts).filter((key) => !expected.has(key))).toEqual([]);

    const history = (await readHistory(url)).slice(from);
    const { peaks, occupied, offers, violations } = replayHistory(history, maxReservations);
    expect(violations).toEqual([]);
    const keyOf = ({ gym, startsAt }: StormSlot) => `${gym.id} ${startsAt.getTime() / 1000}`;
    for (const slot of slots) {
      expect(peaks.get(keyOf(slot))).toBe(slot.gym.capacity);
    }
    expect(offers).toBeGreaterThan(bySize(3, 10));

    // No waits and offers remain, so exactly the seats that are not reserved can be booked.
    await db.delete(reservationWaits);
    for (const slot of slots) {
      const { gym, startsAt } = slot;
      const reserved = await countReserved(gym, startsAt);
      expect(reserved).toBeLessThanOrEqual(occupied.get(keyOf(slot)) ?? 0);
      const { reserve } = pick(nodes).calls;
      for (let n = reserved; n < gym.capacity; n += 1) {
        expect((await reserve(randomUUID(), gym.id, day, startsAt)).code).toBeNull();
      }
      expect((await reserve(randomUUID(), gym.id, day, startsAt)).code).toBe('slot_full');
    }
  },
);
