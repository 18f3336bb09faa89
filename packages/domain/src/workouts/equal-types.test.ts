import { describe, expect, it } from 'vitest';
import { listEqualTypes, sharesMainMuscle } from './equal-types.ts';
import { workoutTypeIds } from './workout-type-ids.ts';

const [chestPress, fly, shoulderPress, pulldown, row] = [1, 2, 3, 4, 5];
const [abdominal, torso, legPress, legExtension] = [8, 10, 11, 12];

describe('listEqualTypes', () => {
  it.each([
    ['チェストプレス', chestPress, [fly]],
    ['ペクトラルフライ', fly, [chestPress]],
    ['ラットプルダウン', pulldown, [row]],
    ['シーテッドロー', row, [pulldown]],
    ['レッグプレス', legPress, [legExtension]],
    ['レッグエクステンション', legExtension, [legPress]],
  ])('offers machines for the same muscles as %s', (_, type, equal) => {
    expect(listEqualTypes(type)).toEqual(equal);
  });

  it('offers nothing for a helping muscle', () => {
    expect(listEqualTypes(shoulderPress)).toEqual([]);
    expect(listEqualTypes(abdominal)).toEqual([]);
    expect(listEqualTypes(torso)).toEqual([]);
  });

  it('leads back to the type and never to itself', () => {
    for (const type of workoutTypeIds) {
      const equal = listEqualTypes(type);
      expect(equal).not.toContain(type);
      for (const other of equal) expect(listEqualTypes(other)).toContain(type);
    }
  });

  it('knows nothing equal to an unknown type', () => {
    expect(listEqualTypes(99)).toEqual([]);
  });
});

describe('sharesMainMuscle', () => {
  it('compares only main muscles', () => {
    expect(sharesMainMuscle(chestPress, fly)).toBe(true);
    expect(sharesMainMuscle(pulldown, row)).toBe(true);
    expect(sharesMainMuscle(chestPress, shoulderPress)).toBe(false);
  });

  it('is true for a type and itself, even if it is unknown', () => {
    expect(sharesMainMuscle(legPress, legPress)).toBe(true);
    expect(sharesMainMuscle(99, 99)).toBe(true);
    expect(sharesMainMuscle(99, legPress)).toBe(false);
  });
});
