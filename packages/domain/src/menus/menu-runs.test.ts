import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allotDoneSets,
  findCompletion,
  isPlanDone,
  isRunOpen,
  overlapsRun,
  replaceType,
  runLengthMs,
  withoutSkippedSets,
} from './menu-runs.ts';

const at = (time: string) => new Date(`2026-03-20T${time}:00Z`);
const startedAt = at('10:00');
const endsBy = new Date(startedAt.getTime() + runLengthMs);
const open = { startedAt, endsBy, endedAt: null };
const ended = { startedAt, endsBy, endedAt: at('11:00') };

describe('isRunOpen', () => {
  it('returns true until the run is ended, or has lasted too long', () => {
    expect(isRunOpen(open, at('10:00'))).toBe(true);
    expect(isRunOpen(open, at('13:59'))).toBe(true);
    expect(isRunOpen(open, at('14:00'))).toBe(false);
    expect(isRunOpen(ended, at('10:30'))).toBe(false);
  });
});

describe('overlapsRun', () => {
  const workout = (from: string, to: string) => ({ startedAt: at(from), endedAt: at(to) });

  it.each([
    ['within the run', '10:10', '10:20', true],
    ['begun before the run', '09:50', '10:01', true],
    ['ended after the run', '10:59', '11:30', true],
    ['longer on both sides', '09:00', '12:00', true],
    ['ended when the run began', '09:50', '10:00', false],
    ['begun when the run ended', '11:00', '11:10', false],
  ])('a workout %s: %s to %s', (_name, from, to, overlaps) => {
    expect(overlapsRun(ended, workout(from, to))).toBe(overlaps);
  });

  it('a run that is not ended ends by itself', () => {
    expect(overlapsRun(open, workout('13:50', '14:10'))).toBe(true);
    expect(overlapsRun(open, workout('14:00', '14:10'))).toBe(false);
  });

  it('a run that is ended late does not include workouts after its time limit', () => {
    const forgotten = { startedAt, endsBy, endedAt: at('20:00') };
    expect(overlapsRun(forgotten, workout('13:50', '14:10'))).toBe(true);
    expect(overlapsRun(forgotten, workout('18:00', '18:10'))).toBe(false);
  });
});

const [chest, leg, row] = [1, 11, 5];

describe('allotDoneSets', () => {
  it('gives each item the sets of its type, in any order', () => {
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

  it('counts neither extra sets nor unplanned types', () => {
    const done = [
      { workoutTypeId: chest, setCount: 9 },
      { workoutTypeId: leg, setCount: 4 },
    ];
    expect(allotDoneSets([{ workoutTypeId: chest, sets: 3 }], done)).toEqual([3]);
    expect(allotDoneSets([{ workoutTypeId: row, sets: 3 }], [])).toEqual([0]);
  });

  it('assigns each done set once, and leaves none that fits', () => {
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

describe('withoutSkippedSets', () => {
  it('plans fewer sets of a type, and fills the next item of the type earlier', () => {
    const items = withoutSkippedSets([
      { workoutTypeId: chest, sets: 3, skippedSets: 2 },
      { workoutTypeId: leg, sets: 2, skippedSets: 2 },
      { workoutTypeId: chest, sets: 2 },
    ]);
    expect(items.map(({ sets }) => sets)).toEqual([1, 0, 2]);
    expect(allotDoneSets(items, [{ workoutTypeId: chest, setCount: 2 }])).toEqual([1, 0, 1]);
  });

  it('leaves nothing to do when every set is skipped', () => {
    const items = [{ workoutTypeId: chest, sets: 2, skippedSets: 2 }];
    expect(isPlanDone(items, [])).toBe(false);
    expect(isPlanDone(withoutSkippedSets(items), [])).toBe(true);
  });
});

describe('findCompletion', () => {
  const items = [
    { workoutTypeId: chest, sets: 2 },
    { workoutTypeId: leg, sets: 1 },
  ];
  const minute = (number: number) => new Date(Date.UTC(2026, 3, 1, 3, number));

  it('is the end of the workout with the last set, not of a later one', () => {
    const done = [
      { workoutTypeId: chest, setCount: 2, endedAt: minute(5) },
      { workoutTypeId: leg, setCount: 1, endedAt: minute(9) },
      { workoutTypeId: leg, setCount: 3, endedAt: minute(20) },
    ];
    expect(findCompletion(items, done)).toEqual(minute(9));
  });

  it('is null while sets are left, however many were done of another type', () => {
    expect(findCompletion(items, [])).toBeNull();
    expect(
      findCompletion(items, [{ workoutTypeId: chest, setCount: 9, endedAt: minute(5) }]),
    ).toBeNull();
  });
});

describe('replaceType', () => {
  const fly = 2;
  const item = { workoutTypeId: chest, sets: 3, loadHg: 400, skippedSets: 1 };
  const replaced = replaceType(item, fly);

  it('does the item with the own load of a type for the same muscles, and restores it', () => {
    expect(replaced).toEqual({
      ...item,
      workoutTypeId: fly,
      loadHg: null,
      plannedTypeId: chest,
      plannedLoadHg: 400,
    });
    expect(replaced && replaceType(replaced, fly)).toEqual(replaced);
    expect(replaced && replaceType(replaced, chest)).toEqual(item);
    expect(replaceType(item, chest)).toEqual(item);
  });

  it('returns null for other muscles', () => {
    expect(replaceType(item, leg)).toBeNull();
  });

  it('counts the sets of both types for the item, its own first', () => {
    const items = [replaced ?? item, { workoutTypeId: chest, sets: 3 }];
    const done = [
      { workoutTypeId: chest, setCount: 2 },
      { workoutTypeId: fly, setCount: 2 },
    ];
    expect(allotDoneSets(items, done)).toEqual([3, 1]);
  });
});
