import { usualEquipment } from '@tanren/simulator/machine-setup';
import {
  liftSet,
  linked,
  makeScratchFolder,
  openTestGym,
  startTestMachine,
  type TestMachine,
} from '@tanren/simulator/testing/test-gym';
import { expect, test, vi } from 'vitest';
import { describeEvent } from '#screen/display.ts';
import { drawGymLine, drawMachine } from '#screen/draw.ts';
import { emptyView, updateView } from '#screen/machine-view.ts';

vi.setConfig({ testTimeout: 60_000 });

const heldAt = new Date('2026-04-01T03:00:00Z');
const after = (seconds: number) => new Date(heldAt.getTime() + seconds * 1000);
const held = { type: 'held', initial: 'た', until: after(90).toISOString() };
const words = 'たさん、次にどうぞ';

async function start(equipment: typeof usualEquipment | null = usualEquipment) {
  const gym = await openTestGym();
  const own = startTestMachine(gym.url, await makeScratchFolder(), { equipment });
  await own.saw('connected');
  await gym.command({ type: 'welcome', protocol: 3, at: heldAt.toISOString() });
  return { gym, own };
}

const viewOf = ({ events }: TestMachine) =>
  events.reduce((seen, event) => updateView(seen, event, heldAt), emptyView);

function show(own: TestMachine, now: Date): string {
  return drawMachine(own.machine, viewOf(own), false, now).join('\n');
}

test('shows who is next beside the link code, until the hold is over', async () => {
  const { gym, own } = await start();
  await gym.command(held);
  const event = await own.saw('held');
  expect(describeEvent(event, '')).toContain('た');
  expect(show(own, after(89))).toContain(words);
  expect(show(own, after(89))).toContain('新しいコードに変わります');
  expect(drawGymLine(own.machine, viewOf(own), null, after(89))).toContain('予約');
  expect(show(own, after(90))).not.toContain(words);
  expect(drawGymLine(own.machine, viewOf(own), null, after(90))).toContain('待機');
});

test('the lines beside the code fit into a terminal of 80 columns and 24 rows', async () => {
  const { gym, own } = await start();
  await own.saw('code');
  const without = drawMachine(own.machine, viewOf(own), false, heldAt);
  await gym.command(held);
  await own.saw('held');
  expect(drawMachine(own.machine, viewOf(own), false, heldAt)).toHaveLength(without.length);
  expect(without.length).toBeLessThan(24);
});

test.each([
  ['a release', { type: 'released' }, 'released'],
  ['a link', linked, 'linked'],
] as const)('%s ends the hold before its time', async (_, command, name) => {
  const { gym, own } = await start();
  await gym.command(held);
  await own.saw('held');
  await gym.command(command);
  await own.saw(name);
  expect(show(own, after(1))).not.toContain(words);
});

test('a later hold replaces the one before', async () => {
  const { gym, own } = await start();
  await gym.command(held);
  await gym.command({ ...held, initial: 'ゆ', until: after(120).toISOString() });
  await own.saw('held', ({ initial }) => initial === 'ゆ');
  expect(show(own, after(100))).toContain('ゆさん、次にどうぞ');
  expect(show(own, after(1))).not.toContain(words);
});

test('a person without the app lifts on a held machine as on any other', async () => {
  const { gym, own } = await start();
  await gym.command(held);
  await own.saw('held');
  liftSet(own, 3);
  expect(show(own, after(1))).toContain('3回');
  expect(show(own, after(1))).toContain(words);
  own.machine.finishWorkout();
  await own.saw('acked');
  expect(gym.unlinkedWorkouts).toHaveLength(1);
  expect(show(own, after(1))).toContain(words);
});

test('shows no hold longer than two minutes, whatever the clock of the server says', async () => {
  const { gym, own } = await start();
  await gym.command({ ...held, until: after(86_400).toISOString() });
  await own.saw('held');
  expect(show(own, after(119))).toContain(words);
  expect(show(own, after(120))).not.toContain(words);
});

test('draws an initial of several code points, and none that it cannot draw', async () => {
  const { gym, own } = await start();
  await gym.command({ ...held, initial: '👨‍👩‍👧' });
  await own.saw('held');
  expect(show(own, after(1))).toContain('さん、次にどうぞ');
  await gym.command({ ...held, initial: '\u202E' });
  await own.saw('held', ({ initial }) => initial === '\u202E');
  expect(show(own, after(1))).toContain('次の方、どうぞ');
});

test('a machine of version 1 ignores the hold', async () => {
  const { gym, own } = await start(null);
  await gym.command(held);
  await gym.command({ type: 'released' });
  await gym.command(linked);
  await own.saw('linked');
  expect(own.events.filter(({ event }) => event === 'ignored')).toHaveLength(3);
  expect(show(own, after(1))).not.toContain(words);
});
