import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planWorkout } from './lift-workouts.ts';
import { createLifter, strengthFor, strengthToFinish } from './lifter.ts';
import { createPace, createRepSensor } from './rep-timing.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const load = fc.integer({ min: 25, max: 3000 }).map((hectograms) => hectograms / 10);
/** A source of randomness that repeats the values chosen by fast-check. */
const chances = fc.array(chance, { minLength: 1, maxLength: 50 }).map((values) => {
  let at = 0;
  return () => values[at++ % values.length] ?? 0;
});

test('reps take between 1.5 and 4 seconds and never exceed the wanted number', () => {
  fc.assert(
    fc.property(
      load,
      load,
      fc.integer({ min: 1, max: 200 }),
      chances,
      (max, kg, wanted, random) => {
        const reps = createLifter(max, random).liftSet(kg, wanted);
        expect(reps.length).toBeLessThanOrEqual(wanted);
        for (const ms of reps) {
          expect(Number.isInteger(ms)).toBe(true);
          expect(ms).toBeGreaterThanOrEqual(1500);
          expect(ms).toBeLessThanOrEqual(4000);
        }
      },
    ),
  );
});

test('without randomness, each rep of a set is at least as slow as the one before', () => {
  fc.assert(
    fc.property(load, load, fc.integer({ min: 1, max: 50 }), (max, kg, wanted) => {
      const reps = createLifter(max, () => 0.5).liftSet(kg, wanted);
      expect(reps).toEqual(reps.toSorted((a, b) => a - b));
    }),
  );
});

test('a load that is too heavy is not lifted, and the next load is lifted about ten times', () => {
  fc.assert(
    fc.property(load, chances, (kg, random) => {
      expect(createLifter(kg - 0.1, random).liftSet(kg, 10)).toEqual([]);
      const count = (bestKg: number | null) =>
        createLifter(strengthFor(kg, bestKg, random), random).liftSet(kg, 100).length;
      for (const bestKg of [null, kg]) {
        expect(count(bestKg)).toBeGreaterThanOrEqual(8);
        expect(count(bestKg)).toBeLessThanOrEqual(14);
      }
    }),
  );
});

test('a load above the recent best is lifted less than ten times', () => {
  fc.assert(
    fc.property(load, chances, (kg, random) => {
      const strength = strengthFor(kg, kg - 0.1, random);
      expect(createLifter(strength, random).liftSet(kg, 100).length).toBeLessThan(10);
    }),
  );
});

test('a set to failure costs reps of the next set, and rest restores them', () => {
  fc.assert(
    fc.property(load, (kg) => {
      const max = kg * 1.4;
      const liftTwice = (restMs: number) => {
        const lifter = createLifter(max, () => 0.5);
        const first = lifter.liftSet(kg, 100).length;
        lifter.rest(restMs);
        return { first, second: lifter.liftSet(kg, 100).length };
      };
      expect(liftTwice(0).second).toBeLessThan(liftTwice(0).first);
      expect(liftTwice(120_000).second).toBeGreaterThan(liftTwice(0).second);
      expect(liftTwice(3_600_000).second).toBe(liftTwice(0).first);
    }),
  );
});

test('a workout without a menu has three or four sets with rests of 45 to 120 seconds', () => {
  fc.assert(
    fc.property(chances, (random) => {
      const sets = planWorkout(random);
      expect([3, 4]).toContain(sets.length);
      for (const { reps, restMs } of sets) {
        expect(reps).toBeGreaterThanOrEqual(8);
        expect(reps).toBeLessThanOrEqual(12);
        expect(restMs).toBeGreaterThanOrEqual(45_000);
        expect(restMs).toBeLessThanOrEqual(120_000);
      }
    }),
  );
});

test('every menu can be done as it asks', () => {
  fc.assert(
    fc.property(load, fc.integer({ min: 1, max: 200 }), chances, (kg, reps, random) => {
      const lifter = createLifter(strengthToFinish(kg, reps), random);
      for (let set = 0; set < 10; set += 1) expect(lifter.liftSet(kg, reps)).toHaveLength(reps);
    }),
  );
});

test('a faster simulation never makes a rep shorter than the server accepts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1500, max: 4000 }),
      fc.double({ min: 0.5, max: 1000, noNaN: true }),
      (ms, speed) => {
        expect(createPace(speed).repMs(ms)).toBeGreaterThanOrEqual(200);
        expect(createPace(1).repMs(ms)).toBe(ms);
      },
    ),
  );
});

test('measures from press to press, and ignores a key that is held down', () => {
  let at = 0;
  const sensor = createRepSensor(() => new Date(at));
  const pressAt = (ms: number) => {
    at = ms;
    return sensor.measure();
  };
  expect(pressAt(0)).toBe(2000);
  expect(pressAt(30)).toBeNull();
  expect(pressAt(199)).toBeNull();
  expect(pressAt(1200)).toBe(1200);
  expect(pressAt(1400)).toBe(200);
  expect(pressAt(60_000)).toBe(2000);
});
