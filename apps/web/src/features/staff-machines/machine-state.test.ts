import { expect, test } from 'vitest';
import { describeLastSeen, readMachineState } from './machine-state.ts';

const now = Date.parse('2026-03-03T09:00:00.000Z');

test.each([
  ['2026-03-03T09:00:20.000Z', 'たった今'],
  ['2026-03-03T08:59:01.000Z', 'たった今'],
  ['2026-03-03T08:59:00.000Z', '1分前'],
  ['2026-03-03T08:00:01.000Z', '59分前'],
  ['2026-03-03T08:00:00.000Z', '1時間前'],
  ['2026-03-02T09:00:01.000Z', '23時間前'],
  ['2026-03-02T09:00:00.000Z', '1日前'],
  ['2026-01-01T09:00:00.000Z', '61日前'],
])('%s is %s', (lastSeenAt, words) => {
  expect(describeLastSeen(lastSeenAt, now)).toBe(words);
});

test('a machine that never came is told so', () => {
  expect(describeLastSeen(null, now)).toBe('まだありません');
});

const machine = { retiredAt: null, online: true, inUse: false };

test('a machine is free, in use, gone or retired', () => {
  expect(readMachineState(machine)).toBe('online');
  expect(readMachineState({ ...machine, inUse: true })).toBe('in-use');
  expect(readMachineState({ ...machine, online: false })).toBe('offline');
});

test('that it is offline matters more than a link that is not over yet', () => {
  expect(readMachineState({ ...machine, online: false, inUse: true })).toBe('offline');
});

test('a retired one is nothing else', () => {
  const retiredAt = '2026-03-03T09:00:00.000Z';
  expect(readMachineState({ retiredAt, online: true, inUse: true })).toBe('retired');
});
