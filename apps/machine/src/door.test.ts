import { createHmac } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  DoorMessage,
  type DoorOpeningsMessage,
  gymTopic,
} from '@tanren/contract/booking/gym-messages';
import { doorCode, doorStep, type SeatedVisit, visitKey } from '@tanren/domain/booking/door-codes';
import { Value } from 'typebox/value';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDoorControls } from '#command-line/run-door.ts';
import {
  doorIdentity,
  eventually,
  makeScratchFolder,
  openTestGym,
  quickTiming,
} from '@tanren/simulator/testing/test-gym';
import { startDoor } from '@tanren/simulator/door/door';
import type { DoorEvent } from '@tanren/simulator/door/door-event';
import { drawDoor, isAnswer } from '#screen/draw-door.ts';

vi.setConfig({ testTimeout: 60_000 });

const hmac = (message: Uint8Array) =>
  createHmac('sha1', doorIdentity.doorSecret).update(message).digest();
/** Returns the code that the app shows for this visit, `later` minutes later. */
const codeOf = (key: number, now: Date, later = 0) => doorCode(hmac, doorStep(now) + later, key);

function startTestDoor(
  brokerUrl: string,
  journalFolder: string,
  changes: { now?: () => Date; resendMs?: number; secret?: string } = {},
) {
  const { now = () => new Date(), resendMs = 300, secret = doorIdentity.secret } = changes;
  const events: DoorEvent[] = [];
  const door = startDoor({
    identity: { ...doorIdentity, secret },
    brokerUrl,
    brokerCa: null,
    journalFolder,
    timing: { ...quickTiming, resendMs },
    now,
    random: Math.random,
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => door.stop());
  const names = () => events.map(({ event }) => event);
  return {
    door,
    events,
    names,
    saw: (name: string) => eventually(() => names().some((event) => event === name)),
  };
}

const nowhere = 'mqtt://127.0.0.1:1';

test('opens with a code, reports it with its visit, and deletes it after the ack', async () => {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  const { door, saw, events } = startTestDoor(gym.url, folder);
  await saw('connected');
  const now = new Date();
  expect(door.typeCode(codeOf(2003, now))).toBe(true);
  await saw('acked');
  const [, entry] = gym.doorMessages;
  expect(gym.doorMessages.every((message) => Value.Check(DoorMessage, message))).toBe(true);
  expect(gym.doorMessages[0]).toEqual({ type: 'online' });
  expect(entry).toMatchObject({ visits: [{ visitKey: 2003 }] });
  expect(events.at(-1)).toMatchObject({ event: 'acked', result: 'stored', pending: 0 });
  expect(readdirSync(path.join(folder, 'entries'))).toEqual([]);
});

test('opens without a network, and reports all entries when it is back', async () => {
  const gym = await openTestGym();
  await gym.cut();
  const folder = await makeScratchFolder();
  const first = startTestDoor(gym.url, folder);
  await first.saw('disconnected');
  const keys = [1, 1002, 2003];
  const now = new Date();
  for (const key of keys) expect(first.door.typeCode(codeOf(key, now))).toBe(true);
  expect(first.door.pendingCount()).toBe(3);
  // A second lock opens the same disk, like after a power cut.
  await first.door.stop();
  const again = startTestDoor(gym.url, folder);
  expect(again.events[0]).toMatchObject({
    event: 'started',
    pending: [{}, {}, {}].map(() => expect.any(String) as string),
  });
  await gym.open();
  await eventually(() => again.door.pendingCount() === 0);
  const reported = gym.doorMessages.flatMap((message) =>
    message.type === 'entry' ? message.visits.map((visit) => visit.visitKey) : [],
  );
  expect(new Set(reported)).toEqual(new Set(keys));
});

test('repeats an entry without an answer, and does not repeat an unknown one', async () => {
  const gym = await openTestGym();
  gym.answerEntry = () => null;
  const { door, saw } = startTestDoor(gym.url, await makeScratchFolder());
  await saw('connected');
  door.typeCode(codeOf(1, new Date()));
  const entries = () => gym.doorMessages.filter(({ type }) => type === 'entry');
  await eventually(() => entries().length >= 3);
  expect(new Set(entries().map((entry) => JSON.stringify(entry))).size).toBe(1);
  gym.answerEntry = () => 'unknown';
  await saw('acked');
  expect(door.pendingCount()).toBe(0);
});

test('accepts no code for a minute after five wrong ones in a row, then for two minutes', async () => {
  let now = new Date('2026-03-01T10:00:30Z');
  const { door, names } = startTestDoor(nowhere, await makeScratchFolder(), { now: () => now });
  const wrong = (count: number) => {
    for (let i = 0; i < count; i += 1) expect(door.typeCode('1')).toBe(false);
  };
  wrong(4);
  expect(door.typeCode(codeOf(1, now))).toBe(true);
  wrong(5);
  expect(names().filter((name) => name === 'wrong-code')).toHaveLength(8);
  expect(names().at(-1)).toBe('paused');
  now = new Date('2026-03-01T10:01:29Z');
  expect(door.typeCode(codeOf(1, now))).toBe(false);
  now = new Date('2026-03-01T10:01:30Z');
  expect(door.typeCode(codeOf(1, now))).toBe(true);
  wrong(5);
  now = new Date('2026-03-01T10:03:29Z');
  expect(door.typeCode(codeOf(1, now))).toBe(false);
  now = new Date('2026-03-01T10:03:30Z');
  expect(door.typeCode(codeOf(1, now))).toBe(true);
});

test('accepts the code of the previous minute, but no older or later ones', async () => {
  const now = new Date('2026-03-01T10:00:30Z');
  const { door } = startTestDoor(nowhere, await makeScratchFolder(), { now: () => now });
  const opens = [-2, -1, 0, 1].map((later) => door.typeCode(codeOf(3, now, later)));
  expect(opens).toEqual([false, true, true, false]);
  // The gym has four seats.
  expect(door.typeCode(codeOf(5, now))).toBe(false);
});

test('receives the seats from the server and stores them', async () => {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  const { saw, door } = startTestDoor(gym.url, folder);
  await saw('connected');
  const publish = (message: object) =>
    gym.sendRaw(gymTopic(doorIdentity.gymId, 'door/acks'), JSON.stringify(message));
  await publish({ type: 'settings', seats: 0 });
  await saw('ignored');
  await publish({ type: 'settings', seats: 8 });
  await saw('seats');
  expect(door.typeCode(codeOf(8, new Date()))).toBe(true);
  await door.stop();
  expect(startTestDoor(nowhere, folder).door.typeCode(codeOf(8, new Date()))).toBe(true);
});

test('opens only for slots that the server sent, not for ended visits, also after a restart', async () => {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  const now = new Date('2026-03-01T10:00:30Z');
  const slot = { startsAt: '2026-03-01T10:00:00.000Z', endsAt: '2026-03-01T11:00:00.000Z' };
  const seatOf = (seat: number) => ({
    startsAt: new Date(slot.startsAt),
    endsAt: new Date(slot.endsAt),
    seat,
  });
  const elsewhere = seatOf(1);
  elsewhere.startsAt.setUTCHours(12);
  elsewhere.endsAt.setUTCHours(13);
  const { saw, door } = startTestDoor(gym.url, folder, { now: () => now });
  await saw('connected');
  const open = (lock: typeof door, visit: SeatedVisit, digits: 6 | 8) =>
    lock.typeCode(doorCode(hmac, doorStep(now), visitKey(visit), digits));
  expect(open(door, elsewhere, 6)).toBe(true);
  const openings: DoorOpeningsMessage = {
    type: 'openings',
    digits: 8,
    series: [{ from: slot.startsAt, slotMinutes: 60, slots: 1 }],
    knownUntil: '2026-03-02T00:00:00.000Z',
    endedVisits: [{ ...slot, seat: 2 }],
  };
  await gym.sendRaw(gymTopic(doorIdentity.gymId, 'door/acks'), JSON.stringify(openings));
  await saw('openings');
  await door.stop();
  const again = startTestDoor(nowhere, folder, { now: () => now });
  for (const lock of [door, again.door]) {
    expect(lock.digits()).toBe(8);
    expect([elsewhere, seatOf(2), seatOf(1)].map((visit) => open(lock, visit, 8))).toEqual([
      false,
      false,
      true,
    ]);
    expect(open(lock, seatOf(1), 6)).toBe(false);
  }
  expect(drawDoor(again.door, '123', null).join('\n')).toContain('1 2 3 ＿ ＿ ＿ ＿ ＿');
});

test('sets a damaged entry aside, and reports a wrong secret', async () => {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  await startTestDoor(nowhere, folder).door.stop();
  writeFileSync(path.join(folder, 'entries', '1-x.json'), '{');
  const { events, saw } = startTestDoor(gym.url, folder, { secret: 'wrong' });
  expect(events[0]).toEqual({ event: 'damaged', file: '1-x.json' });
  await saw('refused');
});

test('tries the code after the sixth digit, and a digit can be deleted', () => {
  const tried: string[] = [];
  let quits = 0;
  const typeCode = (code: string) => {
    tried.push(code);
    return false;
  };
  const controls = createDoorControls({ typeCode, digits: () => 6 }, () => {
    quits += 1;
  });
  for (const key of ['1', '2', 'x', '9', '\u007F', '3', '4', '5']) controls.pressKey(key);
  expect([controls.typed(), tried]).toEqual(['12345', []]);
  controls.pressKey('6');
  expect([controls.typed(), tried]).toEqual(['', ['123456']]);
  expect(['code 654321', 'open', 'quit'].map((line) => controls.obey(line))).toEqual([
    true,
    false,
    true,
  ]);
  controls.pressKey('q');
  expect([tried.at(-1), quits]).toEqual(['654321', 2]);
});

test('the screen shows what to do', async () => {
  const now = () => new Date('2026-03-01T10:00:30Z');
  const { door, events } = startTestDoor(nowhere, await makeScratchFolder(), { now });
  const draw = (typed: string) =>
    drawDoor(door, typed, events.findLast(isAnswer) ?? null).join('\n');
  expect(draw('12')).toContain('1 2 ＿ ＿ ＿ ＿');
  expect(draw('')).toContain('入館コードを入力してください。');
  door.typeCode('000');
  expect(draw('')).toContain('コードが違います。あと4回入力できます。');
  door.typeCode(codeOf(1, now()));
  expect(draw('')).toContain('解錠しました。');
  expect(draw('')).toContain('未送信の入館 1件');
  for (let i = 0; i < 5; i += 1) door.typeCode('0');
  expect(draw('')).toContain('19:02を過ぎてから、もう一度入力してください。');
});
