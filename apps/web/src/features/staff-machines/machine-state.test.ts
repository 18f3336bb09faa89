import { expect, test } from 'vitest';
import { readMachineState } from './machine-state.ts';

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
