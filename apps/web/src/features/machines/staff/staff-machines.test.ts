import { expect, onTestFinished, test, vi } from 'vitest';
import { findErrors, readValues } from '#ui/forms/use-form.ts';
import {
  describeLastSeen,
  describeMove,
  describeOffset,
  readMachineState,
} from './machine-state.ts';
import { newMachineFields, readNewMachine } from './new-machine-fields.ts';

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

test('shows that a machine has never connected', () => {
  expect(describeLastSeen(null, now)).toBe('通信なし');
});

const machine = { retiredAt: null, online: true, inUse: false };

test('a machine is free, in use, offline or retired', () => {
  expect(readMachineState(machine)).toBe('online');
  expect(readMachineState({ ...machine, inUse: true })).toBe('in-use');
  expect(readMachineState({ ...machine, online: false })).toBe('offline');
});

test('shows offline rather than a link that is still open', () => {
  expect(readMachineState({ ...machine, online: false, inUse: true })).toBe('offline');
});

test('shows an inspection rather than what the machine does meanwhile', () => {
  const inspection = { since: '2026-03-03T09:00:00.000Z', note: '' };
  expect(readMachineState({ ...machine, inspection })).toBe('inspection');
  expect(readMachineState({ ...machine, online: false, inspection })).toBe('inspection');
});

test('describes how a machine has changed, and how it differs from others', () => {
  vi.setSystemTime(now);
  onTestFinished(() => void vi.useRealTimers());
  const sinceDay = '2026-02-17';
  expect(describeMove({ percent: 4.8, sinceDay })).toBe('この2週間で約5%重くなりました');
  expect(describeMove({ percent: -3.2, sinceDay })).toBe('この2週間で約3%軽くなりました');
  expect(describeOffset(4)).toBe('ほかのマシンより約4%重め');
  expect(describeOffset(-4)).toBe('ほかのマシンより約4%軽め');
});

test('shows only that a machine is retired', () => {
  const retiredAt = '2026-03-03T09:00:00.000Z';
  expect(readMachineState({ retiredAt, online: true, inUse: true })).toBe('retired');
});

const empty = { gymId: '1', workoutTypeId: '11', minLoad: '', maxLoad: '', loadStep: '' };

function read(changes: Partial<typeof empty>) {
  const typed = { ...empty, ...changes };
  return readValues(newMachineFields, (name) => typed[name]);
}

test('empty loads mean those of the type', () => {
  expect(findErrors(newMachineFields, read({}))).toEqual({});
  expect(readNewMachine(read({}))).toEqual({ gymId: 1, workoutTypeId: 11 });
});

test('accepts loads with full-width characters', () => {
  const values = read({ minLoad: '２．５ｋｇ', maxLoad: ' 250 ', loadStep: '2.5kg' });
  expect(findErrors(newMachineFields, values)).toEqual({});
  expect(readNewMachine(values)).toMatchObject({ minLoad: 2.5, maxLoad: 250, loadStep: 2.5 });
});

test('shows impossible values at their field', () => {
  const errors = (changes: Partial<typeof empty>) =>
    Object.keys(findErrors(newMachineFields, read(changes)));
  expect(errors({ gymId: '', workoutTypeId: '' })).toEqual(['gymId', 'workoutTypeId']);
  expect(errors({ minLoad: '重い' })).toEqual(['minLoad']);
  expect(errors({ loadStep: '0' })).toEqual(['loadStep']);
  expect(errors({ loadStep: '2.55' })).toEqual(['loadStep']);
  expect(errors({ minLoad: '50', maxLoad: '40' })).toEqual(['maxLoad']);
  // The minimum load of a leg press is 10 kg by default.
  expect(errors({ maxLoad: '5' })).toEqual(['maxLoad']);
});
