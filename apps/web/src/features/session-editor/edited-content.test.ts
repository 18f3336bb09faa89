import { expect, test } from 'vitest';
import {
  addItem,
  changeItem,
  duplicateItem,
  type EditedItem,
  insertItem,
  moveItem,
  removeItem,
} from './edited-content.ts';

const row = (key: string, change: Partial<EditedItem> = {}): EditedItem => ({
  key,
  workoutTypeId: 1,
  sets: 3,
  reps: 10,
  loadKg: null,
  restSeconds: 90,
  ...change,
});
const rows = [row('a'), row('b'), row('c')];
const keys = (items: readonly EditedItem[]) => items.map(({ key }) => key).join('');

test('the first one has the usual numbers, later ones those of the last, never its load', () => {
  const first = addItem([], 4);
  expect(first[0]).toMatchObject({ workoutTypeId: 4, sets: 3, reps: 10, loadKg: null });
  const second = addItem([row('a', { sets: 5, reps: 5, restSeconds: 180, loadKg: 60 })], 11);
  expect(second[1]).toMatchObject({
    workoutTypeId: 11,
    sets: 5,
    reps: 5,
    restSeconds: 180,
    loadKg: null,
  });
  expect(second[1]?.key).not.toBe(second[0]?.key);
});

test('a row is moved to its place, up and down', () => {
  expect(keys(moveItem(rows, 'a', 2))).toBe('bca');
  expect(keys(moveItem(rows, 'c', 0))).toBe('cab');
  expect(keys(moveItem(rows, 'b', 1))).toBe('abc');
  expect(keys(moveItem(rows, 'gone', 0))).toBe('abc');
});

test('a copy stands behind its row and is one of its own', () => {
  const copied = duplicateItem([row('a', { loadKg: 50 }), row('b')], 'a');
  expect(copied.map(({ loadKg }) => loadKg)).toEqual([50, 50, null]);
  expect(new Set(copied.map(({ key }) => key)).size).toBe(3);
});

test('a removed row comes back where it was', () => {
  const left = removeItem(rows, 'b');
  expect(keys(left)).toBe('ac');
  expect(keys(insertItem(left, row('b'), 1))).toBe('abc');
});

test('a load follows to another machine as far as that one goes', () => {
  const heavy = [row('a', { workoutTypeId: 11, loadKg: 295 })];
  expect(changeItem(heavy, 'a', { workoutTypeId: 1 })[0]?.loadKg).toBe(150);
  const between = [row('a', { workoutTypeId: 1, loadKg: 62.5 })];
  expect(changeItem(between, 'a', { workoutTypeId: 11 })[0]?.loadKg).toBe(60);
  expect(changeItem(between, 'a', { reps: 8 })[0]).toMatchObject({ reps: 8, loadKg: 62.5 });
});
