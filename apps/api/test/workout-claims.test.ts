import { randomBytes, randomUUID } from 'node:crypto';
import { type AckMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import type { Problem } from '@tanren/contract/problem';
import type { WorkoutClaim } from '@tanren/contract/workouts/workout-records';
import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { recordLimits } from '@tanren/domain/workouts/workout-records';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { eraseMember } from '#composition/member-data.ts';
import { gyms } from '#db/schema/gyms.ts';
import { rejectedMessages } from '#db/schema/machines.ts';
import { unlinkedBouts, workoutClaims } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';
import { purgeUnclaimed } from '#modules/workouts/records/claims.store.ts';
import { openTestBus } from './support/broker.ts';
import { liftUnlinked, toPayload, type UnlinkedBout } from './support/workouts/claims.ts';
import { addMachine } from './support/machines/machines.ts';
import { addRanked } from './support/workouts/rankings.ts';
import { addLink } from './support/workouts/workouts.ts';
import { openWorld } from './support/world.ts';

const noon = new Date('2026-04-15T03:00:00Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const later = (ms: number) => new Date(noon.getTime() + ms);
const { bus, send, listen } = await openTestBus();
const { db, app, clock, call } = await openWorld(noon, { bus, modules: productModules });
await app.ready();
await db.insert(gyms).values([
  { id: 1, name: '渋谷' },
  { id: 2, name: '梅田' },
]);
const machine = await addMachine(db);
const elsewhere = await addMachine(db, { gymId: 2 });
const acks = await listen<AckMessage>(machineTopic(machine.id, 'acks'));

/** Gives each bout its own minutes, because a machine records one at a time. */
let lifted = 0;
function lift(sets?: Parameters<typeof liftUnlinked>[2]): UnlinkedBout {
  lifted += 1;
  return liftUnlinked(machine, later(-10 * lifted * minuteMs), sets);
}

async function deliver(bout: UnlinkedBout): Promise<AckMessage['result'][]> {
  const own = () => acks.filter(({ workoutUuid }) => workoutUuid === bout.message.workoutUuid);
  const before = own().length;
  await send(machineTopic(bout.machine.id, 'unlinked-workouts'), toPayload(bout));
  await expect.poll(() => own().length).toBeGreaterThan(before);
  return own().map(({ result }) => result);
}

async function claim(sub: string, code: string) {
  const claimed = await call<WorkoutClaim & Problem>(sub, 'POST', '/workout-claims', { code });
  return { status: claimed.status, body: claimed.body };
}

const listClaims = async (sub: string) =>
  (await call<{ items: WorkoutClaim[] }>(sub, 'GET', '/workout-claims')).body.items;

const countStored = async ({ message }: UnlinkedBout) =>
  await db.$count(workouts, eq(workouts.workoutUuid, message.workoutUuid));

test('a workout without a link is stored without a member, claimed by its code, and then counts', async () => {
  const sub = await addRanked(db, 'あおい');
  const bout = lift([[60, 5]]);
  expect(await deliver(bout)).toEqual(['stored']);
  expect(await countStored(bout)).toBe(0);
  const { status, body } = await claim(sub, bout.code.toLowerCase().replaceAll('-', ' '));
  expect(status).toBe(201);
  expect(body).toMatchObject({ state: 'stored', machineId: machine.id, gymName: '渋谷' });

  const workout = await call(sub, 'GET', `/workouts/${body.workoutId}`);
  expect(workout.body).toMatchObject({ max: 60, tfo: 300, setCount: 1, marks: ['claimed'] });
  const ranking = await call<WorkoutRanking>(sub, 'GET', '/workout-ranking/1/max');
  expect(ranking.body.me).toMatchObject({ value: 60 });
  // The same member claims again after a lost answer.
  expect(await claim(sub, bout.code)).toEqual({ status, body });
  expect(await deliver(bout)).toEqual(['stored', 'duplicate']);
  expect(await countStored(bout)).toBe(1);
});

test('a claimed workout has its measures', async () => {
  const sub = await addRanked(db, 'ひろし');
  const bout = lift([[60, 2]]);
  const measures = { startMs: 100, rangeMm: 400, side: 'right' } as const;
  const [set] = bout.message.sets;
  const reps = set?.reps.map((rep) => ({ ...rep, ...measures })) ?? [];
  const measured = { loadKg: 60, seat: 3, reps };
  expect(await deliver({ ...bout, message: { ...bout.message, sets: [measured] } })).toEqual([
    'stored',
  ]);
  const { body } = await claim(sub, bout.code);
  const workout = await call(sub, 'GET', `/workouts/${body.workoutId}`);
  expect(workout.body).toMatchObject({ sets: [measured] });
});

test('one of many simultaneous claims wins, and the others are rejected', async () => {
  const bout = lift();
  await deliver(bout);
  const subs = await Promise.all(['い', 'ろ', 'は', 'に', 'ほ'].map((name) => addRanked(db, name)));
  const answers = await Promise.all(subs.map((sub) => claim(sub, bout.code)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const codes = answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code]));
  expect(codes).toEqual(Array.from({ length: 4 }, () => 'claim_taken'));
  expect(await countStored(bout)).toBe(1);
});

test('a claim that arrives before its workout waits for it up to a day', async () => {
  const [sub, other] = [await addRanked(db, 'かえで'), await addRanked(db, 'さくら')];
  const bout = lift();
  expect((await claim(sub, bout.code)).body).toMatchObject({ state: 'waiting', workoutId: null });
  expect((await claim(other, bout.code)).body.code).toBe('claim_taken');
  clock.now = later(dayMs + minuteMs);
  expect(await deliver(bout)).toEqual(['stored']);
  const [stored] = await listClaims(sub);
  expect(stored).toMatchObject({ state: 'stored' });
  const [row] = await db
    .select()
    .from(workouts)
    .where(eq(workouts.id, stored?.workoutId ?? 0));
  expect(row).toMatchObject({ sub, workoutUuid: bout.message.workoutUuid });
  expect(
    await db.$count(unlinkedBouts, eq(unlinkedBouts.workoutUuid, bout.message.workoutUuid)),
  ).toBe(1);
});

test('a claim and a workout at the same moment find each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sub = await addRanked(db, `同時${round}`);
    const bout = lift();
    const [answer] = await Promise.all([claim(sub, bout.code), deliver(bout)]);
    expect(answer.status).toBe(201);
    expect(await countStored(bout)).toBe(1);
    expect((await listClaims(sub))[0]?.state).toBe('stored');
  }
});

test('rejects a claim after 24 hours, and the reps are deleted', async () => {
  const sub = await addRanked(db, 'みどり');
  const bout = lift();
  await deliver(bout);
  clock.now = later(dayMs);
  expect((await claim(sub, bout.code)).body.code).toBe('claim_expired');
  await purgeUnclaimed(db, { storedSince: later(-1), knownSince: later(-31 * dayMs) });
  const isIt = eq(unlinkedBouts.workoutUuid, bout.message.workoutUuid);
  expect((await db.select().from(unlinkedBouts).where(isIt))[0]?.sets).not.toBeNull();
  await purgeUnclaimed(db, { storedSince: later(0), knownSince: later(-31 * dayMs) });
  expect((await db.select().from(unlinkedBouts).where(isIt))[0]).toMatchObject({ sets: null });
  expect((await claim(sub, bout.code)).body.code).toBe('claim_expired');
  // A repeated message does not restore it for another day.
  expect(await deliver(bout)).toEqual(['stored', 'duplicate']);
  await purgeUnclaimed(db, { storedSince: later(0), knownSince: later(1) });
  expect(await db.$count(unlinkedBouts, isIt)).toBe(0);
});

test.each([
  ['no code at all', () => 'こんにちは'],
  ['a link code', () => `${machine.id}-123456`],
  ['a code of an unknown machine', () => 'C999999-ABCD-EFGH-JKLM'],
  ['an invented code of a machine', () => `C${machine.id}-ABCD-EFGH-JKLM`],
  ["another machine's code", () => lift().code.replace(`C${machine.id}-`, `C${elsewhere.id}-`)],
])('%s is unknown', async (_name, make) => {
  const sub = await addRanked(db, '誰か');
  expect(await claim(sub, make())).toMatchObject({
    status: 404,
    body: { code: 'claim_code_unknown' },
  });
  expect(await listClaims(sub)).toEqual([]);
});

test('rejects a claim that overlaps workouts in another gym or on another machine', async () => {
  const sub = await addRanked(db, 'ひなた');
  const bout = lift();
  const started = new Date(bout.message.startedAt);
  const linkedAt = new Date(started.getTime() - 30 * minuteMs);
  const lastActiveAt = new Date(started.getTime() - 10 * minuteMs);
  await addLink(db, elsewhere, { sub, linkedAt, lastActiveAt, endedAt: lastActiveAt });
  await deliver(bout);
  expect((await claim(sub, bout.code)).body.code).toBe('claim_implausible');
  // Another member can still claim it.
  expect((await claim(await addRanked(db, 'ほんにん'), bout.code)).status).toBe(201);

  const waiting = lift();
  const at = new Date(waiting.message.startedAt);
  expect((await claim(sub, waiting.code)).body.state).toBe('waiting');
  await addLink(db, elsewhere, { sub, linkedAt: at, lastActiveAt: at, endedAt: at });
  await deliver(waiting);
  expect((await listClaims(sub)).find(({ state }) => state === 'refused')).toBeDefined();
  expect((await claim(await addRanked(db, 'つぎ'), waiting.code)).status).toBe(201);

  const busy = await addRanked(db, 'ふたつ');
  const neighbour = await addMachine(db, { workoutTypeId: 2 });
  const one = lift();
  const other = liftUnlinked(neighbour, new Date(one.message.startedAt));
  await deliver(one);
  await send(machineTopic(neighbour.id, 'unlinked-workouts'), toPayload(other));
  const ofNeighbour = eq(unlinkedBouts.machineId, neighbour.id);
  await expect.poll(() => db.$count(unlinkedBouts, ofNeighbour)).toBe(1);
  expect((await claim(busy, one.code)).status).toBe(201);
  expect((await claim(busy, other.code)).body.code).toBe('claim_implausible');
});

test('limits the claims of a day, also at once', async () => {
  const sub = await addRanked(db, 'いそぎ');
  const bouts = Array.from({ length: recordLimits.claims + 4 }, () => lift());
  const answers = await Promise.all(bouts.map(({ code }) => claim(sub, code)));
  const rejected = answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code]));
  expect(rejected).toEqual(Array.from({ length: 4 }, () => 'claim_limit_reached'));
  await db
    .update(workoutClaims)
    .set({ claimedAt: later(-dayMs) })
    .where(eq(workoutClaims.sub, sub));
  expect((await listClaims(sub)).length).toBe(recordLimits.claims);
  expect((await claim(sub, lift().code)).status).toBe(201);
});

test('repeats the answer of a claim, however old it is', async () => {
  const [sub, aged] = [await addRanked(db, 'むかし'), await addRanked(db, 'ふるい')];
  const [first, old] = [lift(), lift()];
  const made = await claim(sub, first.code);
  await db.insert(workoutClaims).values(
    Array.from({ length: 60 }, () => ({
      sub,
      claimHash: randomBytes(32),
      machineId: machine.id,
      state: 'waiting' as const,
      claimedAt: later(minuteMs),
    })),
  );
  expect((await listClaims(sub)).map(({ id }) => id)).not.toContain(made.body.id);
  expect(await claim(sub, first.code)).toEqual(made);
  const waiting = await claim(aged, old.code);
  // A claim is known for a day longer than it is listed.
  clock.now = later(30.5 * dayMs);
  expect(await listClaims(aged)).toEqual([]);
  expect(await claim(aged, old.code)).toEqual(waiting);
});

test('rejects values that a machine cannot have measured, and staff see no code', async () => {
  const bout = lift([[999, 5]]);
  expect(await deliver(bout)).toEqual(['rejected']);
  const [kept] = await db
    .select()
    .from(rejectedMessages)
    .where(eq(rejectedMessages.workoutUuid, bout.message.workoutUuid));
  expect(kept).toMatchObject({ reason: 'load_out_of_range', connectionId: null });
  expect(kept?.payload).not.toContain(bout.message.claimToken);
  await send(machineTopic(machine.id, 'unlinked-workouts'), '{"claimToken":"SECRETSECRET"');
  await expect
    .poll(() => db.$count(rejectedMessages, eq(rejectedMessages.reason, 'not_json')))
    .toBe(1);
});

test('a token claims one workout', async () => {
  const bout = lift();
  await deliver(bout);
  const { message } = lift();
  const reused = { ...bout, message: { ...message, claimToken: bout.message.claimToken } };
  expect(await deliver(reused)).toEqual(['rejected']);
  const answer = acks.find(({ workoutUuid }) => workoutUuid === message.workoutUuid);
  expect(answer?.reason).toBe('claim_token_taken');
});

test('erasing the account releases its claim, or marks the workout as taken', async () => {
  const [sub, other] = [await addRanked(db, 'さよなら'), await addRanked(db, 'のこる')];
  const [stored, waiting] = [lift(), lift()];
  await deliver(stored);
  expect((await claim(sub, stored.code)).body.state).toBe('stored');
  expect((await claim(sub, waiting.code)).body.state).toBe('waiting');
  await db.transaction(async (tx) => await eraseMember(tx, sub));
  expect(await db.$count(workoutClaims, eq(workoutClaims.sub, sub))).toBe(0);
  expect((await claim(other, stored.code)).body.code).toBe('claim_taken');
  expect(await deliver(stored)).toEqual(['stored', 'duplicate']);
  expect(await countStored(stored)).toBe(0);
  await deliver(waiting);
  expect((await claim(other, waiting.code)).body.state).toBe('stored');
});

test('another member cannot see a claim', async () => {
  const bout = lift();
  await claim(await addRanked(db, 'じぶん'), bout.code);
  expect(await listClaims(randomUUID())).toEqual([]);
});
