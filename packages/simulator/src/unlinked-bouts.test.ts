import { UseMessage } from '@tanren/contract/machines/machine-messages';
import { Value } from 'typebox/value';
import { expect, test, vi } from 'vitest';
import { usualEquipment } from '#machine-setup.ts';
import {
  eventually,
  liftSet,
  linked,
  makeScratchFolder,
  openTestGym,
  startTestMachine,
} from '#testing/test-gym.ts';

vi.setConfig({ testTimeout: 60_000 });

const welcome = { type: 'welcome', protocol: 3, at: '2026-04-01T03:00:00.000Z' };

async function start(
  timing: Parameters<typeof startTestMachine>[2] = {},
  answer: object = welcome,
) {
  const gym = await openTestGym();
  const own = startTestMachine(gym.url, await makeScratchFolder(), {
    equipment: usualEquipment,
    ...timing,
  });
  await own.saw('connected');
  await gym.command(answer);
  await own.saw('welcomed');
  const listUse = () =>
    gym.others.flatMap(({ channel, message }) => (channel === 'use' ? [message] : []));
  return { gym, own, listUse };
}

const used: unknown = expect.objectContaining({ inUse: true });
const unused: unknown = expect.objectContaining({ inUse: false });

test('says from the first rep to the end of the bout that it is used', async () => {
  const { own, listUse } = await start();
  own.machine.startSet();
  own.machine.endSet();
  liftSet(own, 3);
  liftSet(own, 2);
  await eventually(() => listUse().length === 1);
  own.machine.finishWorkout();
  await eventually(() => listUse().length === 2);
  expect(listUse()).toEqual([used, unused]);
  expect(listUse().every((message) => Value.Check(UseMessage, message))).toBe(true);
  liftSet(own, 1);
  await eventually(() => listUse().length === 3);
  expect(listUse().at(-1)).toEqual(used);
});

test('repeats that it is used while nobody lifts, and stops with the bout', async () => {
  const { own, listUse } = await start({ useMs: 20, unlinkedIdleMs: 500 });
  liftSet(own, 1);
  await own.saw('finished');
  await eventually(() => listUse().some((message) => !(message as UseMessage).inUse));
  const messages = listUse();
  expect(messages.length).toBeGreaterThan(3);
  expect(messages.slice(0, -1)).toEqual(messages.slice(0, -1).map(() => used));
  expect(messages.at(-1)).toEqual(unused);
});

test('a link ends the use, and a bout with a link is none', async () => {
  const { gym, own, listUse } = await start({ useMs: 20 });
  liftSet(own, 1);
  await gym.command(linked);
  await own.saw('linked');
  liftSet(own, 2);
  own.machine.finishWorkout();
  await own.saw('acked', ({ pending }) => pending === 0);
  await eventually(() => gym.workouts.length === 1);
  expect(listUse().at(-1)).toEqual(unused);
  expect(listUse().filter((message) => !(message as UseMessage).inUse)).toHaveLength(1);
});

test('says the end of the use before it leaves', async () => {
  const { gym, own, listUse } = await start();
  liftSet(own, 1);
  await own.machine.stop();
  await eventually(() => gym.statuses.at(-1) === 'offline');
  expect(listUse()).toEqual([used, unused]);
});

test('does not publish its use to a server of version 2, whose broker would end the connection', async () => {
  const { gym, own, listUse } = await start({}, { ...welcome, protocol: 2 });
  liftSet(own, 2);
  own.machine.finishWorkout();
  await own.saw('acked');
  expect(gym.unlinkedWorkouts).toHaveLength(1);
  expect(listUse()).toEqual([]);
});

test('asks again for the version of a server that had an older one', async () => {
  const { gym, own } = await start({ askAgainMs: 30 }, { ...welcome, protocol: 2 });
  await gym.command({ type: 'unlinked', connectionId: null, reason: 'idle' });
  const before = gym.statuses.length;
  await eventually(() => gym.statuses.length > before + 1);
  await gym.command(welcome);
  expect(await own.saw('welcomed', ({ protocol }) => protocol === 3)).toBeTruthy();
});
