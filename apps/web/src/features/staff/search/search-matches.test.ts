import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { expect, test } from 'vitest';
import { matchMachines, matchSections } from './search-matches.ts';

const machine = (id: number, workoutTypeId: number, changes: Partial<StaffMachine> = {}) => ({
  id,
  gymId: 1,
  gymName: 'TANREN 神田',
  workoutTypeId,
  minLoad: 5,
  maxLoad: 100,
  loadStep: 2.5,
  firmware: null,
  online: true,
  lastSeenAt: null,
  inUse: false,
  rejectedToday: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  retiredAt: null,
  ...changes,
});

const machines = [
  machine(1, 1),
  machine(12, 11),
  machine(21, 1, { gymName: 'TANREN 渋谷' }),
  machine(13, 1, { retiredAt: '2026-02-01T00:00:00.000Z' }),
];
const ids = (typed: string) => matchMachines(typed, machines).map(({ id }) => id);

test.each([
  ['', []],
  ['12', [12]],
  ['１', [1, 12]],
  ['0012', [12]],
  ['マシン21', [21]],
  ['ちぇすと', [1, 21]],
  ['ﾚｯｸﾞ', [12]],
  ['チェスト 渋谷', [21]],
  ['神田', [1, 12]],
  ['力石', []],
])('finds machines for %j', (typed, expected) => {
  expect(ids(typed)).toEqual(expected);
});

test('shows at most six machines', () => {
  const many = Array.from({ length: 9 }, (_, index) => machine(index + 1, 1));
  expect(matchMachines('チェスト', many)).toHaveLength(6);
});

test.each([
  ['ましん', ['マシン', '受信エラー']],
  ['休会', ['会員契約']],
  ['力石', []],
])('finds the pages of staff for %j', (typed, expected) => {
  expect(matchSections(typed).map(({ label }) => label)).toEqual(expected);
});

test('lists every page before anything is typed, the start page first', () => {
  expect(matchSections('')[0]?.to).toBe('/staff');
  expect(matchSections('').length).toBeGreaterThan(10);
});
