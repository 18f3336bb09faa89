import { randomUUID } from 'node:crypto';
import type { TrainedMember, TrainedMemberDetail } from '@tanren/contract/trainers/trainer-members';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { FinishedQuery } from '#db/database-client.ts';
import { chosenLoads, trainerLinks, trainerViews } from '#db/schema/trainers.ts';
import { trainingSessionRuns, trainingSessions } from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import { rebuildAllStrengths } from '#modules/workouts/strength/rebuild-all-strengths.ts';
import { bearer } from '#test/support/app.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { openTrainers } from '#test/support/trainers/trainers.ts';
import { readPages } from '#test/support/world.ts';

import { purgeEndedTrainerLinks } from './trainer-links.store.ts';

const { app, db, call, issue, enter, link, name, now, pass, setTime } = await openTrainers();
const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);

interface MemberPage {
  readonly items: TrainedMember[];
  readonly nextCursor: string | null;
}

async function readPage(trainer: string, query = ''): Promise<MemberPage> {
  const path = `/trainer/members${query}`;
  const { status, body } = await call<MemberPage>({ as: `${trainer}/trainer`, path });
  expect(status).toBe(200);
  return body;
}

async function list(trainer: string): Promise<TrainedMember[]> {
  return (await readPage(trainer)).items;
}

/** Stores four workouts in a row without a better estimate. */
async function stall(sub: string, workoutTypeId: number, lastDaysAgo: number): Promise<void> {
  for (const days of [15, 10, 5, 0]) {
    const startedAt = daysAgo(lastDaysAgo + days);
    await storeWorkout(db, sub, { workoutTypeId, startedAt, sets: [[500, 9]] });
  }
  await rebuildAllStrengths(db);
}

// spec 1.11, 6.6
test('a code creates a link, and the member is in the list of that trainer only', async () => {
  const [trainer, member] = [randomUUID(), randomUUID()];
  await name(member, '連携会員');
  const { code } = await issue(member, ['history', 'status']);
  const { status, body } = await enter(trainer, code);
  const known = {
    memberId: body.memberId,
    nickname: '連携会員',
    linkedAt: now().toISOString(),
    scopes: ['history', 'status'],
  };
  expect([status, body]).toEqual([201, known]);
  const notes = {
    lastWorkoutAt: null,
    lapsed: false,
    stalledWorkoutTypeIds: [],
    recentBestWorkoutTypeIds: [],
    menuWaitsSince: null,
    streakWeeks: 0,
  };
  expect(await list(trainer)).toEqual([{ ...known, ...notes }]);
  expect(await list(randomUUID())).toEqual([]);
  expect((await enter(randomUUID(), code)).body.code).toBe('trainer_code_unknown');
});

test('lists the member with the longest break first, and shows only what is shared', async () => {
  const trainer = randomUUID();
  const members: Record<string, string> = {};
  for (const nickname of ['recent', 'hidden', 'lapsed', 'never', 'edge']) {
    members[nickname] = randomUUID();
    await name(members[nickname], nickname);
    await link(trainer, members[nickname], nickname === 'hidden' ? ['profile'] : undefined);
  }
  const lift = async (nickname: string, startedAt: Date, workoutTypeId = 1) =>
    await storeWorkout(db, members[nickname] ?? '', {
      startedAt,
      workoutTypeId,
      sets: [[400, 10]],
    });
  await lift('recent', daysAgo(30));
  await lift('recent', daysAgo(1), 2);
  await lift('lapsed', new Date(daysAgo(28).getTime() - 1));
  await lift('edge', daysAgo(28));
  await stall(members['hidden'] ?? '', 3, 50);
  const seen = (await list(trainer)).map(({ nickname, lastWorkoutAt, lapsed, streakWeeks }) => [
    nickname,
    lastWorkoutAt,
    lapsed,
    streakWeeks,
  ]);
  expect(seen).toEqual([
    ['never', null, false, 0],
    ['lapsed', new Date(daysAgo(28).getTime() - 1).toISOString(), true, 0],
    ['edge', daysAgo(28).toISOString(), false, 0],
    ['recent', daysAgo(1).toISOString(), false, 1],
    ['hidden', null, false, null],
  ]);
  // Pages of two contain the same members in the same order.
  const pages = await readPages((from) => readPage(trainer, `?limit=2${from}`));
  const paged = pages.flat().map(({ nickname }) => nickname);
  expect(paged).toEqual(['never', 'lapsed', 'edge', 'recent', 'hidden']);
  const before = now();
  pass(28 * dayMs + 1);
  const later = (await list(trainer)).filter(({ lapsed }) => lapsed);
  expect(later.map(({ nickname }) => nickname)).toEqual(['never', 'lapsed', 'edge', 'recent']);
  setTime(before);
});

test('shows stalled types of each member', async () => {
  const trainer = randomUUID();
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  await stall(first, 2, 1);
  await stall(first, 11, 2);
  await stall(second, 5, 1);
  // This type also has no progress, but so long ago that it does not count.
  await stall(second, 6, 40);
  await stall(third, 7, 1);
  for (const days of [4, 3, 2, 1]) {
    const sets = [[500 - days * 25, 10]] as const;
    await storeWorkout(db, first, { workoutTypeId: 4, startedAt: daysAgo(days), sets });
  }
  await link(trainer, first, ['history']);
  await link(trainer, second, ['history', 'status']);
  await link(trainer, third, ['status']);
  const stalled = (await list(trainer)).map((member) => member.stalledWorkoutTypeIds.join());
  expect(stalled.toSorted()).toEqual(['', '2,11', '5']);
});

test('shows new bests of the last week, but no first ones, and nothing without the scope', async () => {
  const trainer = randomUUID();
  const [shown, hidden] = [randomUUID(), randomUUID()];
  const lift = async (sub: string, workoutTypeId: number, days: number, loadHg: number) =>
    await storeWorkout(db, sub, { workoutTypeId, startedAt: daysAgo(days), sets: [[loadHg, 8]] });
  for (const sub of [shown, hidden]) {
    await lift(sub, 2, 20, 400);
    await lift(sub, 2, 6, 425);
    // This best is eight days old.
    await lift(sub, 3, 20, 400);
    await lift(sub, 3, 8, 425);
    await lift(sub, 4, 20, 400);
    await lift(sub, 4, 2, 375);
    await lift(sub, 5, 1, 400);
  }
  await link(trainer, shown, ['history']);
  await link(trainer, hidden, ['profile', 'status']);
  const bests = (await list(trainer)).map((member) => member.recentBestWorkoutTypeIds);
  expect(bests).toEqual([[2], []]);
});

test("shows the trainer's newest menu until the member starts it", async () => {
  const [trainer, other] = [randomUUID(), randomUUID()];
  const [waiting, begun, hidden] = [randomUUID(), randomUUID(), randomUUID()];
  const make = async (authorSub: string, forSub: string, days: number) => {
    const at = daysAgo(days);
    const [made] = await db
      .insert(trainingSessions)
      .values({
        authorSub,
        forSub,
        title: 'メニュー',
        description: '',
        tags: [],
        visibility: 'private',
        items: [],
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: trainingSessions.id });
    return made?.id ?? 0;
  };
  const begin = async (sub: string, trainingSessionId: number) => {
    const run = { sub, trainingSessionId, title: '', items: [], startedAt: now(), endsBy: now() };
    await db.insert(trainingSessionRuns).values({ ...run, endedAt: now() });
  };
  await begin(waiting, await make(trainer, waiting, 30));
  await make(trainer, waiting, 6);
  await make(other, waiting, 2);
  await make(trainer, begun, 30);
  await begin(begun, await make(trainer, begun, 6));
  await make(trainer, hidden, 6);
  await link(trainer, waiting, ['history']);
  await link(trainer, begun, ['history']);
  await link(trainer, hidden, ['status']);
  const since = (await list(trainer)).map(({ menuWaitsSince }) => menuWaitsSince);
  expect(since).toEqual([daysAgo(6).toISOString(), null, null]);
});

test('shows the same streak as the member sees', async () => {
  const trainer = randomUUID();
  const members: string[] = [];
  for (const weeks of [[0, 7, 14], [7, 14], [14], [0, 14], []]) {
    const member = randomUUID();
    members.push(member);
    for (const days of weeks.toReversed()) {
      await storeWorkout(db, member, { startedAt: daysAgo(days), sets: [[400, 10]] });
    }
    await link(trainer, member);
  }
  const own = await Promise.all(
    members.map(async (sub) => {
      const { body } = await call<{ streakWeeks: number }>({ as: sub, path: '/training-status' });
      return body.streakWeeks;
    }),
  );
  expect(own).toEqual([3, 2, 0, 1, 0]);
  const links = await db.select().from(trainerLinks).where(eq(trainerLinks.trainerSub, trainer));
  const listed = await list(trainer);
  const streaks = members.map((sub) => {
    const id = links.find(({ memberSub }) => memberSub === sub)?.id;
    return listed.find(({ memberId }) => memberId === id)?.streakWeeks;
  });
  expect(streaks).toEqual(own);
});

test('needs as many queries for a hundred members as for one', async () => {
  const queries = async (members: number) => {
    const trainer = randomUUID();
    const linked = Array.from({ length: members }, () => ({
      memberSub: randomUUID(),
      trainerSub: trainer,
      scopes: ['history' as const, 'status' as const],
      linkedAt: now(),
    }));
    await db.insert(trainerLinks).values(linked);
    const finished: FinishedQuery[] = [];
    const stop = db.$client.listen((query) => void finished.push(query));
    const response = await app.inject({
      url: '/api/trainer/members?limit=100',
      headers: bearer(`${trainer}/trainer`),
    });
    stop();
    expect(response.json<MemberPage>().items).toHaveLength(members);
    // The app's scheduled tasks use the same connections at any time.
    const id = response.headers['x-request-id'];
    return finished.filter(({ requestId }) => requestId === id).length;
  };
  const one = await queries(1);
  expect(one).toBeGreaterThan(0);
  expect(await queries(100)).toBe(one);
});

test('shows the profile by its scope, with an age instead of a birthday, and records a view', async () => {
  const [trainer, member] = [randomUUID(), randomUUID()];
  await db.insert(userInfos).values({
    sub: member,
    nickname: 'プロフィール会員',
    height: 171.5,
    weight: 64,
    birthDate: '1990-04-02',
    sex: 'female',
    exerciseHabit: 'weekly-1',
    trainingPurposes: ['health'],
    createdAt: now(),
    updatedAt: now(),
  });
  const memberId = await link(trainer, member, ['profile']);
  const request = async () =>
    await call<TrainedMemberDetail>({
      as: `${trainer}/trainer`,
      path: `/trainer/members/${memberId}`,
    });
  const { body } = await request();
  expect(body).toEqual({
    memberId,
    nickname: 'プロフィール会員',
    linkedAt: now().toISOString(),
    scopes: ['profile'],
    profile: {
      height: 171.5,
      weight: 64,
      age: 35,
      sex: 'female',
      exerciseHabit: 'weekly-1',
      trainingPurposes: ['health'],
    },
  });
  const views = async () =>
    (await db.select().from(trainerViews).where(eq(trainerViews.linkId, memberId))).map(
      ({ seen }) => seen,
    );
  expect(await views()).toEqual(['profile']);
  await call({
    as: member,
    method: 'PATCH',
    path: '/trainer-connection-code',
    body: { scopes: ['history'] },
  });
  pass(60 * 60_000);
  expect((await request()).body).toMatchObject({ nickname: 'プロフィール会員', profile: null });
  expect(await views()).toEqual(['profile']);
});

test('a trainer can end a link repeatedly, but never that of another trainer', async () => {
  const [trainer, member, stranger] = [randomUUID(), randomUUID(), randomUUID()];
  const memberId = await link(trainer, member);
  const load = {
    sub: member,
    workoutTypeId: 1,
    linkId: memberId,
    loadHg: 400,
    reason: '様子を見る',
  };
  await db.insert(chosenLoads).values({ ...load, chosenAt: now() });
  const path = `/trainer/members/${memberId}`;
  expect((await call({ as: `${stranger}/trainer`, method: 'DELETE', path })).status).toBe(404);
  expect(await list(trainer)).toHaveLength(1);
  for (let round = 0; round < 2; round += 1) {
    expect((await call({ as: `${trainer}/trainer`, method: 'DELETE', path })).status).toBe(204);
  }
  expect(await list(trainer)).toEqual([]);
  expect((await call({ as: `${trainer}/trainer`, path })).status).toBe(404);
  expect(await db.$count(chosenLoads, eq(chosenLoads.sub, member))).toBe(0);
  const { body } = await call<{ state: string }>({ as: member, path: '/trainer-connection-code' });
  expect(body).toEqual({ state: 'none' });
});

test('deletes a link that ended long ago, and never an open one', async () => {
  const trainer = randomUUID();
  const ended = await link(trainer, randomUUID());
  const open = await link(trainer, randomUUID());
  const path = `/trainer/members/${ended}`;
  await call({ as: `${trainer}/trainer`, method: 'DELETE', path });
  await purgeEndedTrainerLinks(db, now());
  expect(await db.$count(trainerLinks, eq(trainerLinks.id, ended))).toBe(1);
  await purgeEndedTrainerLinks(db, new Date(now().getTime() + 1));
  const left = await db.select().from(trainerLinks).where(eq(trainerLinks.trainerSub, trainer));
  expect(left.map(({ id }) => id)).toEqual([open]);
});
