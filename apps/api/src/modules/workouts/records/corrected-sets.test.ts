import { expect, test } from 'vitest';
import type { StoredSet } from '#modules/workouts/set-measures.ts';
import { correctSets, findSetErrors } from './corrected-sets.ts';

const range = { minLoadHg: 50, maxLoadHg: 1010, loadStepHg: 25 };
const set = (loadHg: number, repLoadsHg: number[]): StoredSet => ({
  loadHg,
  repLoadsHg,
  repMs: repLoadsHg.map((_load, at) => 2000 + at),
});
const present = [set(400, [400, 400, 350]), set(413, [413, 413]), set(500, [500])];
const keep = (position: number, changes: { loadHg?: number; repCount?: number } = {}) => ({
  position,
  loadHg: present[position]?.loadHg ?? 0,
  repCount: present[position]?.repLoadsHg.length ?? 1,
  ...changes,
});

test.each([
  ['unchanged sets, one of them at an unusual load', [keep(0), keep(1), keep(2)]],
  [
    'the lightest, the heaviest and a middle load',
    [keep(0, { loadHg: 50 }), keep(1, { loadHg: 1010 }), keep(2, { loadHg: 75 })],
  ],
  ['some sets left out', [keep(2)]],
  ['fewer reps', [keep(0, { repCount: 1 })]],
])('%s', (_name, corrected) => {
  expect(findSetErrors(present, corrected, range)).toEqual([]);
});

test.each([
  ['an unknown set', [keep(0), keep(3)], [[1, 'position']]],
  ['the same set twice', [keep(1), keep(1)], [[1, 'position']]],
  ['sets in the wrong order', [keep(1), keep(0), keep(2)], [[1, 'position']]],
  ['more reps than were done', [keep(0, { repCount: 4 })], [[0, 'repCount']]],
  ['between two steps', [keep(0), keep(1, { loadHg: 414 })], [[1, 'loadKg']]],
  ['finer than a step', [keep(0, { loadHg: 400.5 })], [[0, 'loadKg']]],
  ['too light', [keep(0, { loadHg: 49 })], [[0, 'loadKg']]],
  ['too heavy', [keep(0, { loadHg: 1011 })], [[0, 'loadKg']]],
  ['a step beyond the heaviest', [keep(0, { loadHg: 1025 })], [[0, 'loadKg']]],
  [
    'two sets at once',
    [keep(0, { loadHg: 0, repCount: 9 })],
    [
      [0, 'repCount'],
      [0, 'loadKg'],
    ],
  ],
])('rejects %s', (_name, corrected, errors) => {
  const found = findSetErrors(present, corrected, range);
  expect(found.map(({ at, field }) => [at, field])).toEqual(errors);
});

test('keeps the first reps with their times', () => {
  expect(correctSets(present, [keep(0, { repCount: 2 }), keep(2)], range)).toEqual([
    { loadHg: 400, repLoadsHg: [400, 400], repMs: [2000, 2001] },
    { loadHg: 500, repLoadsHg: [500], repMs: [2000] },
  ]);
});

test('reps follow the load of their set, and lighter ones are scaled by the same factor', () => {
  const [halved] = correctSets(present, [keep(0, { loadHg: 200 })], range);
  expect(halved).toEqual({ loadHg: 200, repLoadsHg: [200, 200, 175], repMs: [2000, 2001, 2002] });
  const [lightest] = correctSets(present, [keep(0, { loadHg: 50 })], range);
  expect(lightest?.repLoadsHg).toEqual([50, 50, 50]);
});

test('adds a set after the last one, at the average pace of the workout', () => {
  const added = [keep(0), keep(1), keep(2), { position: 3, loadHg: 425, repCount: 2 }];
  expect(findSetErrors(present, added, range, 6000)).toEqual([]);
  expect(correctSets(present, added, range).at(-1)).toEqual({
    loadHg: 425,
    repLoadsHg: [425, 425],
    repMs: [2001, 2001],
  });
});

test.each([
  ['without the duration of the workout', { position: 3 }, null, 'position'],
  ['beyond the fiftieth', { position: 50 }, 6000, 'position'],
  ['at a load between two steps', { position: 3, loadHg: 414 }, 6000, 'loadKg'],
  ['heavier than the machine', { position: 3, loadHg: 1035 }, 6000, 'loadKg'],
])('rejects an added set %s', (_name, changes, lastsMs, field) => {
  const added = [keep(0), { loadHg: 400, repCount: 2, ...changes }];
  expect(findSetErrors(present, added, range, lastsMs)).toMatchObject([{ at: 1, field }]);
});

test('adds reps only where the duration of the workout is known and long enough', () => {
  const three = [keep(2, { repCount: 3 })];
  expect(findSetErrors(present, three, range, 6000)).toEqual([]);
  expect(findSetErrors(present, three, range, 900)).toMatchObject([{ at: 0, field: 'repCount' }]);
  expect(correctSets(present, [keep(0, { repCount: 5, loadHg: 800 })], range)).toEqual([
    { loadHg: 800, repLoadsHg: [800, 800, 700, 800, 800], repMs: [2000, 2001, 2002, 2001, 2001] },
  ]);
});
