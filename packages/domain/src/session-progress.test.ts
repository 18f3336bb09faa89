import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allotDoneSets, findCompletion } from './session-progress.ts';

const [chest, leg, row] = [1, 11, 5];

describe('allotDoneSets', () => {
  it('gives each item the sets of its type, in whatever order they were done', () => {
    const items = [
      { workoutTypeId: chest, sets: 3 },
      { workoutTypeId: leg, sets: 4 },
    ];
    const done = [
      { workoutTypeId: leg, setCount: 2 },
      { workoutTypeId: chest, setCount: 3 },
    ];
    expect(allotDoneSets(items, done)).toEqual([3, 2]);
  });

  it('adds up several workouts of a type', () => {
    const done = [
      { workoutTypeId: chest, setCount: 1 },
      { workoutTypeId: chest, setCount: 1 },
    ];
    expect(allotDoneSets([{ workoutTypeId: chest, sets: 3 }], done)).toEqual([2]);
  });

  it('fills the first of two items of a type, then the second', () => {
    const items = [
      { workoutTypeId: chest, sets: 2 },
      { workoutTypeId: row, sets: 3 },
      { workoutTypeId: chest, sets: 2 },
    ];
    expect(allotDoneSets(items, [{ workoutTypeId: chest, setCount: 3 }])).toEqual([2, 0, 1]);
  });

  it('counts neither more than planned nor what was not', () => {
    const done = [
      { workoutTypeId: chest, setCount: 9 },
      { workoutTypeId: leg, setCount: 4 },
    ];
    expect(allotDoneSets([{ workoutTypeId: chest, sets: 3 }], done)).toEqual([3]);
    expect(allotDoneSets([{ workoutTypeId: row, sets: 3 }], [])).toEqual([0]);
  });

  it('gives away each done set once, and never leaves one that fits', () => {
    const type = fc.integer({ min: 1, max: 3 });
    const sets = fc.integer({ min: 1, max: 5 });
    const items = fc.array(fc.record({ workoutTypeId: type, sets }), { maxLength: 8 });
    const done = fc.array(fc.record({ workoutTypeId: type, setCount: sets }), { maxLength: 8 });
    fc.assert(
      fc.property(items, done, (planned, lifted) => {
        const allotted = allotDoneSets(planned, lifted);
        for (const id of [1, 2, 3]) {
          const sum = (of: readonly number[]) => of.reduce((total, n) => total + n, 0);
          const isOfType = ({ workoutTypeId }: { workoutTypeId: number }) => workoutTypeId === id;
          const given = sum(allotted.filter((_, n) => planned[n]?.workoutTypeId === id));
          const room = sum(planned.filter(isOfType).map((item) => item.sets));
          const available = sum(lifted.filter(isOfType).map(({ setCount }) => setCount));
          expect(given).toBe(Math.min(room, available));
        }
        expect(allotted.every((count, n) => count <= (planned[n]?.sets ?? 0))).toBe(true);
      }),
    );
  });
});

describe('findCompletion', () => {
  const items = [
    { workoutTypeId: chest, sets: 2 },
    { workoutTypeId: leg, sets: 1 },
  ];
  const at = (minute: number) => new Date(Date.UTC(2026, 3, 1, 3, minute));

  it('is the end of the workout that did the last set, not of one after it', () => {
    const done = [
      { workoutTypeId: chest, setCount: 2, endedAt: at(5) },
      { workoutTypeId: leg, setCount: 1, endedAt: at(9) },
      { workoutTypeId: leg, setCount: 3, endedAt: at(20) },
    ];
    expect(findCompletion(items, done)).toEqual(at(9));
  });

  it('is none while sets are left, however many were done of another type', () => {
    expect(findCompletion(items, [])).toBeNull();
    expect(
      findCompletion(items, [{ workoutTypeId: chest, setCount: 9, endedAt: at(5) }]),
    ).toBeNull();
  });
});
