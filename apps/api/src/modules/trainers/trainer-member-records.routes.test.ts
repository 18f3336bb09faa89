import { randomUUID } from 'node:crypto';
import type { Problem } from '@tanren/contract/problem';
import type { TrainerView } from '@tanren/contract/trainers/trainer-connection-code';
import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { trainerViews } from '#db/schema/trainers.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { openTrainers } from '#test/support/trainers/trainers.ts';

import { purgeTrainerViews } from './trainer-views.ts';

const { app, db, buildNode, call, link, name, now, pass } = await openTrainers();
const [trainer, member] = [randomUUID(), randomUUID()];
await name(trainer, '見守るトレーナー');
const workouts: WorkoutRow[] = [];
for (const days of [40, 20, 8, 1]) {
  const startedAt = new Date(now().getTime() - days * 24 * 60 * 60 * 1000);
  workouts.push(
    await storeWorkout(db, member, {
      startedAt,
      sets: [
        [400, 10],
        [400, 8],
      ],
    }),
  );
}
const workoutId = workouts.at(-1)?.id ?? 0;
const memberId = await link(trainer, member);
const minuteMs = 60_000;

const records: [own: string, scope: TrainerScope][] = [
  ['/workouts', 'history'],
  ['/workouts?workoutType=1&limit=2', 'history'],
  ['/workouts?workoutType=2', 'history'],
  [`/workouts/${workoutId}`, 'history'],
  ['/workout-types', 'history'],
  ['/workout-history/1', 'history'],
  ['/workout-history/1?period=1m', 'history'],
  ['/workout-loads', 'history'],
  ['/training-status', 'status'],
];

const asTrainer = `${trainer}/trainer`;
const below = (path: string, id = memberId) => `/trainer/members/${id}${path}`;

describe.each(records)('%s', (path, scope) => {
  test('returns what the member sees', async () => {
    const own = await call<unknown>({ as: member, path });
    const shown = await call<unknown>({ as: asTrainer, path: below(path) });
    expect(own.status).toBe(200);
    expect(shown).toEqual(own);
  });

  test('is rejected without its scope, and records no view', async () => {
    const other = randomUUID();
    const rest = (['history', 'profile', 'status'] as const).filter((one) => one !== scope);
    const id = await link(trainer, other, rest);
    expect(await call({ as: asTrainer, path: below(path, id) })).toMatchObject({
      status: 403,
      body: { code: 'scope_not_granted' },
    });
    expect(await db.$count(trainerViews, eq(trainerViews.memberSub, other))).toBe(0);
  });
});

test('pages continue after the last one', async () => {
  interface Page {
    readonly items: readonly { readonly id: number }[];
    readonly nextCursor: string | null;
  }
  const first = await call<Page>({ as: asTrainer, path: below('/workouts?limit=3') });
  const cursor = first.body.nextCursor ?? '';
  const path = below(`/workouts?limit=3&cursor=${encodeURIComponent(cursor)}`);
  const second = await call<Page>({ as: asTrainer, path });
  const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
  expect(ids).toEqual(workouts.map(({ id }) => id).toReversed());
  expect(second.body.nextCursor).toBeNull();
});

test('answers 404 for unknown records and those of other members, and records no view', async () => {
  const [other, stranger] = [randomUUID(), randomUUID()];
  const id = await link(trainer, other);
  const foreign = await storeWorkout(db, stranger, { startedAt: now(), sets: [[400, 10]] });
  for (const path of [
    `/workouts/${foreign.id}`,
    `/workouts/${workoutId}`,
    '/workouts/2147483647',
    '/workout-history/99',
  ]) {
    expect((await call({ as: asTrainer, path: below(path, id) })).status).toBe(404);
  }
  expect(await db.$count(trainerViews, eq(trainerViews.memberSub, other))).toBe(0);
});

const listViews = async (sub: string, query = '') =>
  (
    await call<{ items: TrainerView[]; nextCursor: string | null } & Problem>({
      as: sub,
      path: `/my/trainer-views${query}`,
    })
  ).body;

test('records one view for the same page within 15 minutes', async () => {
  const sub = randomUUID();
  const id = await link(trainer, sub);
  const look = async (path: string) =>
    expect((await call({ as: asTrainer, path: below(path, id) })).status).toBe(200);
  const first = now();
  await look('/workouts');
  pass(minuteMs);
  await look('/workout-loads');
  await look('/training-status');
  const second = now();
  pass(14 * minuteMs - 1);
  await look('/workout-history/1');
  expect((await listViews(sub)).items).toEqual([view('status', second), view('history', first)]);
  pass(1);
  await look('/workouts');
  expect((await listViews(sub)).items).toEqual([
    view('history', now()),
    view('status', second),
    view('history', first),
  ]);
  expect((await listViews(trainer)).items).toEqual([]);
});

function view(seen: TrainerScope, at: Date) {
  const id = expect.any(Number) as number;
  return { id, seen, seenAt: at.toISOString(), nickname: '見守るトレーナー' };
}

test('records one view for many simultaneous calls on two nodes', async () => {
  const sub = randomUUID();
  const id = await link(trainer, sub);
  const other = await buildNode();
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, at) =>
      call({ as: asTrainer, path: below('/workouts', id) }, at % 2 === 0 ? app : other),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await listViews(sub)).items).toHaveLength(1);
});

test('lists views in pages for a year, and purges them afterwards', async () => {
  const sub = randomUUID();
  const id = await link(trainer, sub);
  const link_ = { linkId: id, memberSub: sub, trainerSub: trainer, seen: 'history' as const };
  const yearMs = 365 * 24 * 60 * minuteMs;
  const at = (ms: number) => ({ ...link_, seenAt: new Date(now().getTime() - ms) });
  await db
    .insert(trainerViews)
    .values([at(yearMs + 1), at(yearMs), at(yearMs - 1), at(5), at(5), at(5), at(1)]);
  const first = await listViews(sub, '?limit=3');
  const second = await listViews(sub, `?limit=3&cursor=${first.nextCursor ?? ''}`);
  const items = [...first.items, ...second.items];
  expect(items).toHaveLength(5);
  expect(new Set(items.map((item) => item.id)).size).toBe(5);
  expect(items.map((item) => item.seenAt)).toEqual(
    items
      .map((item) => item.seenAt)
      .toSorted()
      .toReversed(),
  );
  expect(second.nextCursor).toBeNull();
  await purgeTrainerViews(db, new Date(now().getTime() - yearMs));
  expect(await db.$count(trainerViews, eq(trainerViews.memberSub, sub))).toBe(6);
});

test('does not show what is forbidden while it is being read', async () => {
  const sub = randomUUID();
  const id = await link(trainer, sub);
  await call({ as: sub, method: 'DELETE', path: '/trainer-connection-code' });
  for (const [path] of records) {
    expect((await call({ as: asTrainer, path: below(path, id) })).status).toBe(404);
  }
  expect(await db.$count(trainerViews, eq(trainerViews.memberSub, sub))).toBe(0);
});
