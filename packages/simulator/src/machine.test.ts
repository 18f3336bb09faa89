import { createHmac } from 'node:crypto';
import {
  LiveMessage,
  machineTopic,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { Value } from 'typebox/value';
import { expect, test, vi } from 'vitest';
import {
  connectionId,
  eventually,
  identity,
  liftSet,
  linked,
  listJournal,
  makeScratchFolder,
  openTestGym,
  startTestMachine,
} from '#testing/test-gym.ts';

vi.setConfig({ testTimeout: 60_000 });

const otherId = '0b9d7c1e-5a34-4c62-8f1d-7e6a5b4c3d2e';

async function startLinked(timing: Parameters<typeof startTestMachine>[2] = {}) {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  const own = startTestMachine(gym.url, folder, timing);
  await own.saw('connected');
  await gym.command(linked);
  await own.saw('linked');
  return { gym, folder, own };
}

test('publishes a workout live, and stores it until the server acknowledges it', async () => {
  const { gym, folder, own } = await startLinked();
  gym.answer = () => null;
  expect(own.machine.loadKg()).toBe(42.5);
  liftSet(own, 3);
  own.machine.setLoad(45);
  liftSet(own, 2);
  own.machine.finishWorkout();
  await eventually(() => gym.workouts.length > 0);

  const [workout] = gym.workouts;
  expect(Value.Check(WorkoutMessage, workout)).toBe(true);
  expect(workout?.connectionId).toBe(connectionId);
  expect(workout?.sets.map(({ loadKg, reps }) => [loadKg, reps.length])).toEqual([
    [42.5, 3],
    [45, 2],
  ]);
  expect(Date.parse(workout?.endedAt ?? '')).toBeGreaterThan(Date.parse(workout?.startedAt ?? ''));
  expect(await listJournal(folder, 'workouts')).toHaveLength(1);

  gym.answer = () => ({ result: 'stored' });
  await own.saw('acked');
  expect(await listJournal(folder, 'workouts')).toEqual([]);
  expect(own.machine.pendingCount()).toBe(0);
});

test('live messages match the contract, contain the whole state and have rising numbers', async () => {
  const { gym, own } = await startLinked();
  own.machine.startSet();
  own.machine.completeRep(1800);
  own.machine.completeRep(1900);
  own.machine.endSet();
  own.machine.finishWorkout();
  await eventually(() => gym.live.at(-1)?.sets.length === 0 && gym.live.length >= 6);

  expect(gym.live.every((message) => Value.Check(LiveMessage, message))).toBe(true);
  expect(gym.live.map(({ type }) => type)).toEqual([
    'state',
    'set-started',
    'rep',
    'rep',
    'set-ended',
    'state',
  ]);
  expect(gym.live[3]).toMatchObject({
    connectionId,
    lifting: true,
    loadKg: 42.5,
    sets: [{ loadKg: 42.5, reps: 2 }],
    max: 42.5,
    tfo: 85,
  });
  const seqs = gym.live.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
});

test('publishes its status from time to time', async () => {
  const gym = await openTestGym();
  const own = startTestMachine(gym.url, await makeScratchFolder(), { stateMs: 20 });
  await own.saw('connected');
  await gym.command(linked);
  await eventually(() => gym.live.filter(({ type }) => type === 'state').length > 3);
  expect(gym.live.every(({ workoutUuid }) => workoutUuid === null)).toBe(true);
});

test('asks for its link until the server answers, also after an outage', async () => {
  const gym = await openTestGym();
  const own = startTestMachine(gym.url, await makeScratchFolder(), { requestMs: 20 });
  await eventually(() => gym.statuses.length > 3);
  await gym.command(linked);
  await own.saw('linked');
  const before = gym.statuses.length;
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(gym.statuses.length).toBeLessThanOrEqual(before + 1);
});

test('unlinking finishes the workout with all sets, including the current one', async () => {
  const { gym, own } = await startLinked();
  liftSet(own, 2);
  own.machine.completeRep(2000);
  await gym.command({ type: 'unlinked', connectionId, reason: 'member' });
  expect(await own.saw('unlinked')).toMatchObject({ connectionId, reason: 'member' });
  await own.saw('acked');
  expect(gym.workouts[0]?.sets.map(({ reps }) => reps.length)).toEqual([2, 1]);
  expect(own.machine.state()).toBe('idle');
});

test('ignores an unlink of another link, and accepts one without a number', async () => {
  const { gym, own } = await startLinked();
  await gym.command({ type: 'unlinked', connectionId: otherId, reason: 'idle' });
  await own.saw('ignored');
  expect(own.machine.state()).toBe('linked');
  await gym.command({ type: 'unlinked', connectionId: null, reason: 'idle' });
  await own.saw('unlinked');
});

test('the next member gets a new workout', async () => {
  const { gym, own } = await startLinked();
  liftSet(own, 2);
  await gym.command({ ...linked, connectionId: otherId, nickname: 'はなこ', nextLoadKg: 20 });
  await own.saw('linked', (event) => event.connectionId === otherId);
  expect(own.machine.loadKg()).toBe(20);
  liftSet(own, 1);
  own.machine.finishWorkout();
  await eventually(() => gym.workouts.length === 2);
  expect(gym.workouts.map((workout) => workout.connectionId)).toEqual([connectionId, otherId]);
});

test('the same link sent again changes nothing', async () => {
  const { gym, own } = await startLinked();
  liftSet(own, 2);
  await gym.command(linked);
  await eventually(() => gym.live.filter(({ type }) => type === 'state').length === 2);
  expect(own.machine.bout()?.sets).toHaveLength(1);
  expect(own.events.filter(({ event }) => event === 'linked')).toHaveLength(1);
});

test('repeats an unanswered workout, and accepts a duplicate as an ack', async () => {
  const { gym, folder, own } = await startLinked();
  gym.answer = () => (gym.workouts.length < 3 ? null : { result: 'duplicate' });
  liftSet(own, 1);
  own.machine.finishWorkout();
  expect(await own.saw('acked')).toMatchObject({ result: 'duplicate', pending: 0 });
  expect(new Set(gym.workouts.map(({ workoutUuid }) => workoutUuid)).size).toBe(1);
  expect(await listJournal(folder, 'workouts')).toEqual([]);
});

test('sets a rejected workout aside with its reason and does not repeat it', async () => {
  const { gym, folder, own } = await startLinked();
  gym.answer = () => ({ result: 'rejected', reason: 'load_out_of_range' });
  liftSet(own, 1);
  own.machine.finishWorkout();
  expect(await own.saw('acked')).toMatchObject({ result: 'rejected', reason: 'load_out_of_range' });
  expect(await listJournal(folder, 'rejected')).toHaveLength(1);
  expect(await listJournal(folder, 'workouts')).toEqual([]);
});

test('training continues without the broker, and everything arrives afterwards', async () => {
  const { gym, own } = await startLinked({ resendMs: 60_000 });
  // One workout is being sent when the connection breaks.
  gym.answer = () => null;
  liftSet(own, 1);
  own.machine.finishWorkout();
  await eventually(() => gym.workouts.length === 1);
  gym.answer = () => ({ result: 'stored' });
  await gym.cut();
  await own.saw('disconnected');
  for (let workout = 0; workout < 30; workout += 1) {
    liftSet(own, 1);
    own.machine.finishWorkout();
  }
  expect(own.machine.pendingCount()).toBe(31);
  await gym.open();
  await eventually(() => own.machine.pendingCount() === 0);
  expect(new Set(gym.workouts.map(({ workoutUuid }) => workoutUuid)).size).toBe(31);
  expect(gym.statuses.at(-1)).toBe('online');
});

test('a machine that was switched off sends its stored workouts and asks for its link', async () => {
  const { gym, folder, own } = await startLinked();
  gym.answer = () => null;
  liftSet(own, 4);
  own.machine.finishWorkout();
  const lastSeq = gym.live.at(-1)?.seq ?? 0;
  await own.machine.stop();
  await eventually(() => gym.statuses.at(-1) === 'offline');

  gym.answer = () => ({ result: 'stored' });
  const later = () => new Date(Date.now() + 5000);
  const again = startTestMachine(gym.url, folder, { now: later });
  expect(again.events[0]).toMatchObject({ event: 'started', pending: [expect.any(String)] });
  await again.saw('acked');
  expect(again.machine.state()).toBe('idle');
  await gym.command(linked);
  await again.saw('linked');
  await eventually(() => (gym.live.at(-1)?.seq ?? 0) >= 50);
  expect(gym.live.at(-1)?.seq).toBeGreaterThan(lastSeq);
});

test('counts its live messages on when it starts again with a clock that is behind', async () => {
  const { gym, folder, own } = await startLinked();
  liftSet(own, 2);
  const lastSeq = gym.live.at(-1)?.seq ?? 0;
  await own.machine.stop();
  await eventually(() => gym.statuses.at(-1) === 'offline');
  const before = gym.live.length;

  const again = startTestMachine(gym.url, folder, { now: () => new Date(Date.now() - 3_600_000) });
  await again.saw('connected');
  await gym.command(linked);
  await again.saw('linked');
  await eventually(() => gym.live.length > before);
  expect(gym.live.at(-1)?.seq).toBeGreaterThan(lastSeq);
});

test('finishes the workout after a power cut with every rep of the current set', async () => {
  const { gym, folder, own } = await startLinked();
  liftSet(own, 3);
  own.machine.completeRep(2000);
  // A second machine opens the same disk, like after a power cut. The first object still exists.
  const again = startTestMachine(gym.url, folder);
  const finished = await again.saw('finished');
  expect(finished).toMatchObject({ recovered: true });
  expect(finished.workout.sets.map(({ reps }) => reps.length)).toEqual([3, 1]);
  expect(finished.workout).toMatchObject({ connectionId });
  await again.saw('acked');
});

test('the last will reports a lost machine', async () => {
  const { gym, own } = await startLinked();
  expect(gym.statuses).toEqual(['online']);
  await gym.cut();
  await eventually(() => gym.statuses.at(-1) === 'offline');
  await gym.open();
  await own.saw('connected', (event) => event !== own.events.find((e) => e.event === 'connected'));
  await eventually(() => gym.statuses.at(-1) === 'online');
});

test('each connection has its own session id, which its last will names', async () => {
  const { gym, folder, own } = await startLinked();
  await gym.cut();
  await eventually(() => gym.statuses.at(-1) === 'offline');
  await gym.open();
  await eventually(() => gym.statuses.at(-1) === 'online');
  await own.machine.stop();
  await eventually(() => gym.statuses.length === 4);
  const [first = 0, ofWill, second = 0, ofEnd] = gym.sessions;
  expect([ofWill, ofEnd]).toEqual([first, second]);
  expect(second).toBeGreaterThan(first);

  // The clock was reset by an empty battery, but the session numbers still grow.
  startTestMachine(gym.url, folder, { now: () => new Date('2001-01-01T00:00:00Z') });
  await eventually(() => gym.statuses.at(-1) === 'online');
  expect(gym.sessions.at(-1)).toBeGreaterThan(second);
});

test('reports a wrong secret and tries again', async () => {
  const gym = await openTestGym();
  const own = startTestMachine(gym.url, await makeScratchFolder(), { secret: 'wrong' });
  await own.saw('refused');
  await eventually(() => own.events.filter(({ event }) => event === 'refused').length > 2);
  expect(own.machine.isConnected()).toBe(false);
});

test.each([
  '{',
  '[]',
  'null',
  '{"type":"linked"}',
  '{"type":"open-door"}',
  JSON.stringify({ ...linked, nickname: 7 }),
])('ignores messages that the contract does not know: %s', async (payload) => {
  const { gym, own } = await startLinked();
  await gym.sendRaw(machineTopic(identity.id, 'commands'), payload);
  await gym.sendRaw(machineTopic(identity.id, 'acks'), payload);
  await own.saw('ignored', ({ topic }) => topic === 'commands');
  await own.saw('ignored', ({ topic }) => topic === 'acks');
  expect(own.machine.state()).toBe('linked');
});

test('splits an endless workout, because the server rejects over 50 sets and 200 reps', async () => {
  const { gym, own } = await startLinked({ resendMs: 60_000 });
  for (let set = 0; set < 51; set += 1) liftSet(own, 1);
  for (let rep = 0; rep < 201; rep += 1) own.machine.completeRep(300);
  own.machine.finishWorkout();
  await eventually(() => gym.workouts.length === 2);
  expect(gym.workouts.map(({ sets }) => sets.length)).toEqual([50, 3]);
  expect(gym.workouts[1]?.sets.map(({ reps }) => reps.length)).toEqual([1, 200, 1]);
});

test('rounds the load to the steps of the machine, and keeps it during a set', async () => {
  const { own } = await startLinked();
  own.machine.setLoad(43.9);
  expect(own.machine.loadKg()).toBe(45);
  own.machine.setLoad(9999);
  expect(own.machine.loadKg()).toBe(120);
  own.machine.setLoad(0);
  expect(own.machine.loadKg()).toBe(5);
  own.machine.completeRep(2000);
  own.machine.setLoad(50);
  expect(own.machine.loadKg()).toBe(5);
});

test('shows the code of the current minute, made from the secret like on the server', async () => {
  const gym = await openTestGym();
  const at = new Date('2026-03-01T00:00:30Z');
  const own = startTestMachine(gym.url, await makeScratchFolder(), { now: () => at });
  const { code, url, validUntil } = await own.saw('code');

  const key = createHmac('sha256', Buffer.from(identity.secret, 'base64url'))
    .update('tanren link code')
    .digest();
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 60_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const digits = (mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000;
  expect(code).toBe(`12-${String(digits).padStart(6, '0')}`);
  expect(url).toBe(`https://gym.example/tanren-link?code=${code}`);
  expect(validUntil).toBe('2026-03-01T00:01:00.000Z');
});
