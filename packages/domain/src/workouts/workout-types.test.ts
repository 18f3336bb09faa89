import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toHectograms } from './loads.ts';
import { muscles, muscleSetLevel } from './muscles.ts';
import { isWorkoutTypeId, workoutTypeIds } from './workout-type-ids.ts';
import {
  countMuscleSets,
  describeLoadRange,
  findLoadError,
  workoutTypes,
} from './workout-types.ts';

const leg = 11;
const curl = 6;

describe('findLoadError', () => {
  it('accepts おすすめ for every type', () => {
    for (const { id } of workoutTypes) {
      expect(findLoadError({ workoutTypeId: id, loadHg: null })).toBeNull();
    }
  });

  it.each([0, 17, -1, 1.5, 2_147_483_647])('rejects the unknown type %d', (workoutTypeId) => {
    expect(findLoadError({ workoutTypeId, loadHg: 50 })).toBe('unknown_type');
    expect(findLoadError({ workoutTypeId, loadHg: null })).toBe('unknown_type');
  });

  it.each([
    [leg, 10],
    [leg, 15],
    [leg, 300],
    [curl, 2.5],
    [curl, 12.5],
    [curl, 70],
  ])('machines of type %d can be set to %d kg', (workoutTypeId, kg) => {
    expect(findLoadError({ workoutTypeId, loadHg: toHectograms(kg) })).toBeNull();
  });

  it.each([
    [leg, 5],
    [leg, 12.5],
    [leg, 305],
    [curl, 0],
    [curl, -2.5],
    [curl, 12.4],
    [curl, 72.5],
  ])('machines of type %d cannot be set to %d kg', (workoutTypeId, kg) => {
    expect(findLoadError({ workoutTypeId, loadHg: toHectograms(kg) })).toBe('load_outside');
  });

  it('accepts every step of every type', () => {
    for (const { id, minLoad, maxLoad, loadStep } of workoutTypes) {
      for (let kg: number = minLoad; kg <= maxLoad; kg += loadStep) {
        expect(findLoadError({ workoutTypeId: id, loadHg: toHectograms(kg) })).toBeNull();
      }
    }
  });
});

it('describes the range', () => {
  expect(describeLoadRange(leg)).toBe('10〜300kg（5kg刻み）');
  expect(describeLoadRange(curl)).toBe('2.5〜70kg（2.5kg刻み）');
  expect(describeLoadRange(17)).toBe('');
});

it('counts a main muscle fully and a helping one by half', () => {
  const counts = countMuscleSets([
    { workoutTypeId: 1, setCount: 3 },
    { workoutTypeId: 2, setCount: 2 },
    { workoutTypeId: 99, setCount: 50 },
  ]);
  expect(counts.get('pectorals')).toBe(5);
  expect(counts.get('deltoids')).toBe(2.5);
  expect(counts.get('triceps')).toBe(1.5);
  expect(counts.get('calves')).toBe(0);
});

it('names every muscle, each trained by some machine', () => {
  const ids = muscles.map(({ id }) => id);
  expect([...countMuscleSets([]).keys()]).toEqual(ids);
  const everything = workoutTypes.map(({ id }) => ({ workoutTypeId: id, setCount: 1 }));
  expect([...countMuscleSets(everything).values()].every((sets) => sets >= 1)).toBe(true);
});

it('is the same sum in any order and in any parts', () => {
  const done = fc.array(
    fc.record({
      workoutTypeId: fc.integer({ min: 0, max: 18 }),
      setCount: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(done, done, (a, b) => {
      const whole = countMuscleSets([...b, ...a]);
      const [left, right] = [countMuscleSets(a), countMuscleSets(b)];
      for (const [muscle, sets] of whole) {
        expect(sets).toBe((left.get(muscle) ?? 0) + (right.get(muscle) ?? 0));
      }
    }),
  );
});

it('has levels that change at the goal', () => {
  expect([0, 0.5, 4.5, 5, 10, 10.5, 20, 20.5, 500].map(muscleSetLevel)).toEqual([
    0, 1, 1, 2, 2, 3, 3, 4, 4,
  ]);
});

test('every id is an exercise, in order, and no other number is an id', () => {
  expect(workoutTypes.map(({ id }) => id)).toEqual(workoutTypeIds);
  expect([0, 17, -1, 1.5, Number.NaN].filter((id) => isWorkoutTypeId(id))).toEqual([]);
});

test('each type trains a muscle directly, names none twice, and has a range of whole steps', () => {
  for (const { muscles: trained, minLoad, maxLoad, loadStep } of workoutTypes) {
    expect(trained.some(({ share }) => share === 1)).toBe(true);
    expect(new Set(trained.map(({ muscle }) => muscle)).size).toBe(trained.length);
    expect((maxLoad - minLoad) % loadStep).toBe(0);
  }
});
