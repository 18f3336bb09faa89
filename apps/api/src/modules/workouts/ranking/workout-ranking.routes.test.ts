import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rankingEntries } from '#db/schema/workouts.ts';
import { bearer } from '#test/support/app.ts';
import { backfills } from '#tasks/housekeeping.ts';
import { addRanked, openRankings, rankEverything } from '#test/support/workouts/rankings.ts';
import { purgeRankings, rebuildRankings } from './workout-ranking.service.ts';

const { app, db, clock, get, read, list, patch, lift, addLifter, addLifters } =
  await openRankings();

describe('growth', () => {
  const may = new Date('2026-05-20T03:00:00Z');

  test("is measured against the best of the member's first thirty days", async () => {
    const me = await addLifter('あ', 400, { startedAt: '2026-04-01T03:00:00Z' });
    clock.now = may;
    await lift(me, 500, { startedAt: '2026-05-01T02:59:59Z' });
    expect((await read(me, '1/max?scale=growth')).me).toBeNull();
    await lift(me, 650, { startedAt: '2026-05-01T03:00:00Z' });
    expect((await read(me, '1/max?scale=growth')).me).toMatchObject({ rank: 1, value: 30 });
    const weaker = await addLifter('い', 300, { startedAt: '2026-04-01T03:00:00Z' });
    await lift(weaker, 450, { startedAt: '2026-05-10T03:00:00Z' });
    expect(list(await read(me, '1/max?scale=growth'))).toEqual(['1 い 50', '2 あ 30']);
  });

  test('is recomputed when a workout of the first month arrives late', async () => {
    clock.now = may;
    const me = await addLifter('あ', 400, { startedAt: '2026-04-10T03:00:00Z' });
    await lift(me, 600, { startedAt: '2026-05-15T03:00:00Z' });
    expect((await read(me, '1/max?scale=growth')).me).toMatchObject({ value: 50 });
    await lift(me, 500, { startedAt: '2026-04-25T03:00:00Z' });
    expect((await read(me, '1/max?scale=growth')).me).toMatchObject({ value: 20 });
  });
});

describe('the ranking by body weight', () => {
  test('shows neither names nor days of others, and uses the current body weight', async () => {
    const me = await addRanked(db, 'あ', { weight: 60 });
    const light = await addRanked(db, 'い', { weight: 50 });
    await lift(me, 600);
    await lift(light, 600);
    await addLifter('体重なし', 900);
    const ranking = await read(me, '1/max?scale=per-weight');
    expect(ranking.items).toEqual([
      { rank: 1, nickname: null, value: 1.2, achievedOn: null, isMe: false },
      { rank: 2, nickname: 'あ', value: 1, achievedOn: '2026-04-10', isMe: true },
    ]);
    expect(ranking.me).toMatchObject({ rank: 2, toNext: 0.2, nextRank: 1 });
    expect(ranking.total).toBe(2);
    await patch(me, { weight: 40 });
    expect((await read(me, '1/max?scale=per-weight')).me).toMatchObject({ rank: 1, value: 1.5 });
  });
});

describe('the ranking by age and sex', () => {
  const born = { birthDate: '1990-05-05', sex: 'female' } as const;

  test('shows a band from twenty members on, and only to its members', async () => {
    const me = await addRanked(db, 'わたし', born);
    await lift(me, 500);
    for (let index = 0; index < 18; index += 1) {
      await lift(await addRanked(db, `会員${index}`, born), 400);
    }
    const band = { bornFrom: 1990, sex: 'female' };
    expect(await read(me, '1/max?scale=band')).toMatchObject({
      items: [],
      me: null,
      total: 0,
      band,
      unavailable: 'too_few',
    });
    await lift(await addRanked(db, '最後', born), 600);
    await lift(await addRanked(db, '別の年代', { ...born, birthDate: '1989-12-31' }), 900);
    await lift(await addRanked(db, '別の性別', { ...born, sex: 'male' }), 900);
    const ranking = await read(me, '1/max?scale=band');
    expect(ranking).toMatchObject({ total: 20, band, unavailable: null, me: { rank: 2 } });
    expect(list(ranking).slice(0, 2)).toEqual(['1 最後 60', '2 わたし 50']);
    expect(ranking.items).toHaveLength(20);
    await patch(me, { sex: 'male' });
    expect(await read(me, '1/max?scale=band')).toMatchObject({ unavailable: 'too_few' });
  });

  test('is empty for members without these fields', async () => {
    for (const profile of [
      {},
      { birthDate: '1990-05-05' },
      { ...born, sex: 'no-answer' as const },
    ]) {
      const sub = await addRanked(db, 'あ', profile);
      expect(await read(sub, '1/max?scale=band')).toMatchObject({
        band: null,
        unavailable: 'profile_incomplete',
      });
    }
  });
});

test('shows others only nickname, value and day of a member', async () => {
  const other = await addRanked(db, 'い', {
    weight: 61.3,
    birthDate: '1990-05-05',
    sex: 'female',
  });
  await lift(other, 500);
  for (const scale of ['open', 'growth', 'per-weight', 'band']) {
    const { body } = await get(randomUUID(), `1/max?scale=${scale}`);
    for (const secret of [other, '61.3', '1990', 'female']) expect(body).not.toContain(secret);
  }
});

test('shows only the gyms for a type without entries', async () => {
  expect(await read(randomUUID())).toEqual({
    items: [],
    me: null,
    total: 0,
    band: null,
    unavailable: null,
    pendingCorrection: null,
    gyms: [
      { id: 1, name: '渋谷' },
      { id: 2, name: '梅田' },
    ],
  });
});

// spec 7.40
test('equal values share a rank, the earlier first, with the difference to the next', async () => {
  const first = await addLifter('あ', 600, { startedAt: '2026-04-09T03:00:00Z' });
  await addLifter('い', 600);
  const me = await addLifter('う', 575);
  await addLifter('え', 575, { startedAt: '2026-04-11T03:00:00Z' });
  const last = await addLifter('お', 500);
  const ranking = await read(me);
  expect(list(ranking)).toEqual(['1 あ 60', '1 い 60', '3 う 57.5', '3 え 57.5', '5 お 50']);
  expect(ranking.items[2]).toEqual({
    rank: 3,
    nickname: 'う',
    value: 57.5,
    achievedOn: '2026-04-10',
    isMe: true,
  });
  expect(ranking.items.filter(({ isMe }) => isMe)).toHaveLength(1);
  expect(ranking).toMatchObject({
    total: 5,
    me: {
      rank: 3,
      nickname: 'う',
      value: 57.5,
      achievedOn: '2026-04-10',
      toNext: 2.5,
      nextRank: 1,
    },
  });
  expect((await read(last)).me).toMatchObject({ rank: 5, toNext: 7.5, nextRank: 3 });
  expect((await read(first)).me).toMatchObject({ rank: 1, toNext: null, nextRank: null });
  expect((await read(randomUUID())).me).toBeNull();
});

// spec 1.7, 9.7, 9.8
test('ranks the best of a member: one rep for max, one workout for tfo', async () => {
  const me = await addLifter('あ', 500, { tfoHg: 12_000 });
  await lift(me, 600, { tfoHg: 9000 });
  await lift(me, 550, { tfoHg: 11_000 });
  expect((await read(me, '1/max')).me).toMatchObject({ rank: 1, value: 60 });
  expect((await read(me, '1/tfo')).me).toMatchObject({ rank: 1, value: 1200 });
  expect((await read(me, '2/max')).total).toBe(0);
  const idle = await addLifter('い', 0);
  expect((await read(idle)).total).toBe(1);
});

test('shows a hundred entries, and later members their own rank', async () => {
  await addLifters(Array.from({ length: 120 }, (_, index) => 1000 - index));
  const me = await addLifter('わたし', 300);
  const ranking = await read(me);
  expect(ranking.items).toHaveLength(100);
  expect(ranking.items.at(-1)).toMatchObject({ rank: 100, value: 90.1 });
  expect(ranking).toMatchObject({ total: 121, me: { rank: 121, toNext: 58.1, nextRank: 120 } });
});

describe('months of rankings', () => {
  test('end at midnight in Japan: the last minute of March is March', async () => {
    const march = await addLifter('三月', 500, { startedAt: '2026-03-31T14:59:59Z' });
    await addLifter('四月', 400, { startedAt: '2026-03-31T15:00:00Z' });
    expect(list(await read(march, '1/max?period=this-month'))).toEqual(['1 四月 40']);
    expect(list(await read(march, '1/max?period=last-month'))).toEqual(['1 三月 50']);
    expect(list(await read(march, '1/max?period=all'))).toEqual(['1 三月 50', '2 四月 40']);
    expect((await read(march, '1/max?period=this-month')).me).toBeNull();
  });

  test('default to the current month unless the caller names a period', async () => {
    const me = await addLifter('あ', 500, { startedAt: '2026-03-20T03:00:00Z', tfoHg: 9000 });
    await lift(me, 400, { tfoHg: 8000 });
    expect((await read(me, '1/max')).me).toMatchObject({ value: 40 });
    expect((await read(me, '1/tfo')).me).toMatchObject({ value: 800 });
    expect((await read(me, '1/tfo?period=all')).me).toMatchObject({ value: 900 });
  });

  test('change at midnight in Japan, in any time zone of the server', async () => {
    const me = await addLifter('あ', 500);
    clock.now = new Date('2026-04-30T14:59:59Z');
    expect((await read(me, '1/max?period=this-month')).total).toBe(1);
    clock.now = new Date('2026-04-30T15:00:00Z');
    expect((await read(me, '1/max?period=this-month')).total).toBe(0);
    expect((await read(me, '1/max?period=last-month')).total).toBe(1);
    clock.now = new Date('2027-01-01T00:00:00Z');
    expect((await read(me, '1/max?period=last-month')).total).toBe(0);
    expect((await read(me, '1/max?period=all')).total).toBe(1);
  });

  test('count a late workout in the month in which it was done', async () => {
    const me = await addLifter('あ', 500);
    await lift(me, 700, { startedAt: '2026-03-20T03:00:00Z' });
    expect((await read(me, '1/max?period=this-month')).me).toMatchObject({ value: 50 });
    expect((await read(me, '1/max?period=last-month')).me).toMatchObject({ value: 70 });
    expect((await read(me, '1/max?period=all')).me).toMatchObject({
      value: 70,
      achievedOn: '2026-03-20',
    });
  });

  test('purges boards that can no longer be requested, and no others', async () => {
    const me = await addLifter('あ', 500, { startedAt: '2026-03-20T03:00:00Z' });
    await lift(me, 510);
    clock.now = new Date('2026-05-02T00:00:00Z');
    await purgeRankings(db, clock.now);
    expect((await read(me, '1/max?period=last-month')).total).toBe(1);
    expect((await read(me, '1/max?period=all')).total).toBe(1);
    const { rows } = await db.execute<{ months: string[] }>(sql`
      select array_agg(distinct (board >> 8) & 4095 order by (board >> 8) & 4095) as months
      from ranking_counts`);
    expect(rows).toEqual([{ months: ['0', String(26 * 12 + 4)] }]);
    const count = async () =>
      (await db.execute(sql`select from ranking_entries where (board >> 8) & 4095 = 315`)).rows;
    expect(await count()).toEqual([]);
  });
});

test('each gym has its own board', async () => {
  const me = await addLifter('あ', 500, { gymId: 1 });
  await lift(me, 450, { gymId: 2 });
  await addLifter('い', 475, { gymId: 2 });
  expect(list(await read(me))).toEqual(['1 あ 50', '2 い 47.5']);
  expect(list(await read(me, '1/max?gym=1'))).toEqual(['1 あ 50']);
  expect(list(await read(me, '1/max?gym=2'))).toEqual(['1 い 47.5', '2 あ 45']);
});

describe('changes by a member are visible at once', () => {
  test('hiding and returning', async () => {
    const me = await addLifter('あ', 500);
    const other = await addLifter('い', 400);
    await patch(me, { rankingVisible: false });
    expect(await read(other)).toMatchObject({ total: 1, me: { rank: 1 } });
    expect((await read(me)).me).toBeNull();
    await lift(me, 700);
    expect(list(await read(other))).toEqual(['1 い 40']);
    await patch(me, { rankingVisible: true });
    expect(list(await read(other))).toEqual(['1 あ 70', '2 い 40']);
  });

  test('a new nickname', async () => {
    const me = await addLifter('あ', 500);
    await patch(me, { nickname: 'さくら' });
    expect(list(await read(me))).toEqual(['1 さくら 50']);
    expect((await read(me)).me).toMatchObject({ nickname: 'さくら' });
  });

  test('erasing the account', async () => {
    const me = await addLifter('あ', 500);
    const other = await addLifter('い', 400);
    const request = { method: 'DELETE', url: '/api/userinfo', headers: bearer(me) } as const;
    expect((await app.inject(request)).statusCode).toBe(204);
    expect(await read(other)).toMatchObject({ total: 1, me: { rank: 1, toNext: null } });
  });

  test('creating a profile after the first workout', async () => {
    const me = randomUUID();
    await lift(me, 500);
    expect((await read(me)).total).toBe(0);
    const profile = {
      nickname: 'あ',
      height: 170,
      weight: 60,
      exerciseHabit: 'weekly-1',
      trainingPurposes: ['health'],
    };
    const request = { method: 'POST', url: '/api/userinfo', headers: bearer(me) } as const;
    expect((await app.inject({ ...request, payload: profile })).statusCode).toBe(201);
    expect(list(await read(me))).toEqual(['1 あ 50']);
  });

  test('rejecting a workout', async () => {
    const me = await addLifter('あ', 700);
    await lift(me, 500);
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from workouts where sub = ${me} and max_hg = 700`);
      await rebuildRankings(tx, me, clock.now);
    });
    expect(list(await read(me))).toEqual(['1 あ 50']);
  });
});

test('backfills complete what the first release of rankings stored', async () => {
  const me = await addLifter('あ', 400, { startedAt: '2026-02-20T03:00:00Z', tfoHg: 4000 });
  await lift(me, 500, { tfoHg: 6000 });
  await db.execute(sql`
    with withheld as (
      insert into withheld_records (workout_id, sub, workout_type_id, started_at, max_hg, tfo_hg)
      select id, sub, workout_type_id, started_at, max_hg, tfo_hg from workouts
      where sub = ${me} and max_hg = 400
    ), rejected as (
      delete from workouts w where sub = ${me} and max_hg = 400
      returning id, sub, workout_type_id, to_jsonb(w) as content
    )
    insert into rejected_workouts (workout_id, sub, workout_type_id, content, rejected_at)
    select *, ${clock.now} from rejected`);
  // That release knew two kinds. The keys are written out, because stored keys never change.
  const [gym, april, growth] = [2_147_483_648, 80_896, 1_048_576];
  const stored = [
    { key: 8_388_608, value: 6000, grown: 500 },
    { key: 12_582_912, value: 500, grown: 250 },
  ].flatMap(({ key, value, grown }) =>
    [key, key + april].flatMap((board) => [
      { board, value },
      { board: board + gym, value },
      { board: board + growth, value: grown },
    ]),
  );
  const toLines = (rows: readonly { board: number; value: number }[]) =>
    rows.map(({ board, value }) => `${board} ${value}`).toSorted();
  const expected = toLines(await rankEverything(db, '2026-03-01'));
  // In the second round a node of that release has stored its entries again during the roll-out.
  for (let round = 1; round <= 2; round += 1) {
    await db.delete(rankingEntries);
    const entry = { sub: me, achievedOn: '2026-04-10', nickname: 'あ' };
    await db.insert(rankingEntries).values(stored.map((row) => ({ ...row, ...entry })));
    await expect
      .poll(async () => {
        for (const backfill of backfills) await backfill(db, clock.now);
        return toLines(await db.select().from(rankingEntries));
      })
      .toEqual(expected);
  }
});

test.each([
  ['99/max', 404],
  // spec 9.9
  ['1/weight', 404],
  ['1/max?gym=9', 404],
  ['1/max?gym=1&scale=growth', 400],
])('answers %s with %i', async (path, status) => {
  expect((await get(randomUUID(), path)).statusCode).toBe(status);
});
