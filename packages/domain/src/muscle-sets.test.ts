import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countMuscleSets, muscleSetLevel } from './muscle-sets.ts';
import { muscles } from './muscles.ts';
import { workoutTypes } from './workout-types.ts';

it('counts what an exercise is for fully and what helps by half', () => {
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
