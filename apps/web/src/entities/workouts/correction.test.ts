import { expect, test } from 'vitest';
import {
  addSet,
  type EditedSet,
  isChanged,
  listCorrectedSets,
  previewCorrection,
  startCorrection,
} from './correction.ts';

const repsOf = (...loads: number[]) => loads.map((loadKg) => ({ loadKg, ms: 2000 }));
const sets = [
  { loadKg: 50, reps: repsOf(50, 50, 47.5) },
  { loadKg: 120, reps: repsOf(120, 120) },
];

function edit(position: number, changes: Partial<EditedSet>): EditedSet[] {
  return startCorrection(sets).map((set) =>
    set.position === position ? { ...set, ...changes } : set,
  );
}

test('has no differences without a change', () => {
  const edited = startCorrection(sets);
  expect(isChanged(sets, edited)).toBe(false);
  expect(previewCorrection(sets, edited)).toEqual({ max: 120, tfo: 387.5 });
});

test('reps follow the corrected load of their set, and the others keep theirs', () => {
  const edited = edit(1, { loadKg: 12.5 });
  expect(isChanged(sets, edited)).toBe(true);
  expect(previewCorrection(sets, edited)).toEqual({ max: 50, tfo: 172.5 });
  // The last rep was a twentieth lighter than its set, and it keeps that ratio.
  expect(previewCorrection(sets, edit(0, { loadKg: 40 }))).toEqual({ max: 120, tfo: 358 });
});

test('removes reps from the end', () => {
  expect(previewCorrection(sets, edit(0, { repCount: 2 }))).toEqual({ max: 120, tfo: 340 });
});

test('reps that the machine missed get the load of their set', () => {
  expect(previewCorrection(sets, edit(0, { repCount: 5 }))).toEqual({ max: 120, tfo: 487.5 });
});

test('adds a set like the last one, and counts it', () => {
  const edited = addSet(startCorrection(sets));
  expect(edited.at(-1)).toEqual({ position: 2, loadKg: 120, repCount: 2, removed: false });
  expect(isChanged(sets, edited)).toBe(true);
  expect(previewCorrection(sets, edited)).toEqual({ max: 120, tfo: 627.5 });
});

test('a removed set does not count and is not sent', () => {
  const edited = edit(1, { removed: true });
  expect(isChanged(sets, edited)).toBe(true);
  expect(previewCorrection(sets, edited)).toEqual({ max: 50, tfo: 147.5 });
  expect(listCorrectedSets(edited)).toEqual([{ position: 0, loadKg: 50, repCount: 3 }]);
});
