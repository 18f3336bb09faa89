import { createHmac } from 'node:crypto';
import { UnlinkedWorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { isClaimTokenOf, parseClaimCode } from '@tanren/domain/machines/claim-codes';
import { Value } from 'typebox/value';
import { expect, test, vi } from 'vitest';
import { drawMachine } from '#screen/draw.ts';
import { emptyView, updateView } from '#screen/machine-view.ts';
import {
  eventually,
  identity,
  liftSet,
  linked,
  listJournal,
  makeScratchFolder,
  openTestGym,
  startTestMachine,
  type TestMachine,
} from '@tanren/simulator/testing/test-gym';
import { deriveLinkKey } from '@tanren/simulator/link-codes';

vi.setConfig({ testTimeout: 60_000 });

async function start(timing: Parameters<typeof startTestMachine>[2] = {}) {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  const own = startTestMachine(gym.url, folder, timing);
  await own.saw('connected');
  return { gym, folder, own };
}

function show({ events, machine }: TestMachine): string {
  const view = events.reduce((seen, event) => updateView(seen, event, new Date()), emptyView);
  return drawMachine(machine, view, false, new Date()).join('\n');
}

test('stores a workout without a link until the ack, and shows its code', async () => {
  const { gym, folder, own } = await start();
  gym.answer = () => null;
  liftSet(own, 3);
  expect(show(own)).toContain('接続していません');
  own.machine.finishWorkout();
  await eventually(() => gym.unlinkedWorkouts.length > 0);
  const [bout] = gym.unlinkedWorkouts;
  expect(Value.Check(UnlinkedWorkoutMessage, bout)).toBe(true);
  expect(gym.workouts).toEqual([]);
  expect(gym.live).toEqual([]);
  expect(await listJournal(folder, 'workouts')).toHaveLength(1);

  const claim = await own.saw('claim');
  expect(claim.url).toBe(`https://gym.example/tanren-link?code=${claim.code}`);
  expect(parseClaimCode(claim.url)).toEqual({ machineId: identity.id, token: bout?.claimToken });
  expect(show(own)).toContain(claim.code);

  gym.answer = () => ({ result: 'stored' });
  await own.saw('acked');
  expect(await listJournal(folder, 'workouts')).toEqual([]);
  // The code is still shown, because the person who lifted may still be there.
  expect(show(own)).toContain(claim.code);
});

test('gives every workout its own token, which the server can verify', async () => {
  const { gym, own } = await start();
  for (let bout = 0; bout < 3; bout += 1) {
    liftSet(own, 1);
    own.machine.finishWorkout();
  }
  await eventually(() => gym.unlinkedWorkouts.length === 3);
  const tokens = gym.unlinkedWorkouts.map(({ claimToken }) => claimToken);
  expect(new Set(tokens).size).toBe(3);
  const sign = (key: Buffer) => (text: string) => createHmac('sha256', key).update(text).digest();
  const own12 = sign(deriveLinkKey(identity.secret));
  for (const token of tokens) {
    expect(isClaimTokenOf({ machineId: identity.id, token }, own12)).toBe(true);
    expect(isClaimTokenOf({ machineId: identity.id + 1, token }, own12)).toBe(false);
    expect(isClaimTokenOf({ machineId: identity.id, token }, sign(Buffer.alloc(32)))).toBe(false);
  }
});

test('a link in the middle starts a new workout', async () => {
  const { gym, own } = await start();
  liftSet(own, 2);
  await gym.command(linked);
  await own.saw('linked');
  liftSet(own, 4);
  own.machine.finishWorkout();
  await eventually(() => gym.workouts.length === 1 && gym.unlinkedWorkouts.length === 1);
  const count = (message: { sets: { reps: object[] }[] } | undefined) =>
    message?.sets.map(({ reps }) => reps.length);
  expect(count(gym.unlinkedWorkouts[0])).toEqual([2]);
  expect(count(gym.workouts[0])).toEqual([4]);
});

test('finishes the workout of a person who walks away', async () => {
  const { gym, own } = await start({ unlinkedIdleMs: 50 });
  liftSet(own, 2);
  await eventually(() => gym.unlinkedWorkouts.length === 1);
  expect(own.machine.state()).toBe('idle');
});

test('a day offline and a power cut change neither the workout nor its code', async () => {
  const { gym, folder, own } = await start();
  await gym.cut();
  liftSet(own, 2);
  own.machine.finishWorkout();
  const claim = await own.saw('claim');
  liftSet(own, 5);
  await own.machine.stop();
  await gym.open();
  gym.answer = () => (gym.unlinkedWorkouts.length < 4 ? null : { result: 'duplicate' });
  const again = startTestMachine(gym.url, folder);
  const isSame = ({ workoutUuid }: { workoutUuid: string }) => workoutUuid === claim.workoutUuid;
  expect((await again.saw('claim', isSame)).code).toBe(claim.code);
  await eventually(() => again.machine.pendingCount() === 0);
  const uuids = new Set(gym.unlinkedWorkouts.map(({ workoutUuid }) => workoutUuid));
  const tokens = new Set(gym.unlinkedWorkouts.map(({ claimToken }) => claimToken));
  expect([uuids.size, tokens.size]).toEqual([2, 2]);
  expect(uuids).toContain(claim.workoutUuid);
});

test('removes the code of a rejected workout, because it cannot be claimed', async () => {
  const { gym, own } = await start();
  gym.answer = () => ({ result: 'rejected', reason: 'rep_too_fast' });
  liftSet(own, 1);
  own.machine.finishWorkout();
  const { code } = await own.saw('claim');
  await own.saw('acked');
  expect(show(own)).not.toContain(code);
});
