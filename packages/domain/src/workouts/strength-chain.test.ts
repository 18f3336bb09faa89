import { describe, expect, test } from 'vitest';
import { addStrength, noStrength } from './strength-chain.ts';

const set = (loadHg: number, reps: number) => ({
  loadHg,
  reps: Array.from({ length: reps }, () => ({ loadHg, ms: 2000 })),
});
const workout = (id: number, machineId: number, machineOffset: number | null, reps = [10, 8]) => ({
  id,
  machineId,
  workoutTypeId: 1,
  startedAt: new Date(Date.UTC(2026, 3, id)),
  sets: reps.map((count) => set(500, count)),
  plannedReps: null,
  machineOffset,
});

/** Returns what the last of these workouts stores. */
function addAll(workouts: readonly ReturnType<typeof workout>[]) {
  return workouts.reduce<ReturnType<typeof addStrength>>(
    ({ stored }, one) => addStrength(stored, one),
    { stored: null, columns: noStrength },
  );
}

describe('evidence', () => {
  test('is for both machines, with the same precision and the opposite sign', () => {
    const { columns } = addAll([workout(1, 7, null), workout(2, 8, null, [6, 4])]);
    expect(columns.lastMachineId).toBe(7);
    expect(columns.offsetWeighted).toBeGreaterThan(0);
    expect(columns.lastOffsetWeighted).toBe(-(columns.offsetWeighted ?? 0));
  });

  test('counts from the offset that each of the two machines had', () => {
    const { columns } = addAll([workout(1, 7, 0.04), workout(2, 8, -0.02)]);
    const precision = columns.offsetPrecision ?? 0;
    const sum = (columns.offsetWeighted ?? 0) + (columns.lastOffsetWeighted ?? 0);
    expect(Math.abs(precision)).toBeGreaterThan(2);
    // Each of the two products is rounded.
    expect(Math.abs(sum - precision * 0.02 * 10_000)).toBeLessThanOrEqual(2);
  });

  test('is missing on the same machine, and after a workout that shows nothing', () => {
    const none = { offsetPrecision: null, lastMachineId: null, lastOffsetWeighted: null };
    expect(addAll([workout(1, 7, null), workout(2, 7, null)]).columns).toMatchObject(none);
    const empty = workout(2, 8, 0.05, []);
    const { stored } = addAll([workout(1, 7, 0.01), empty]);
    expect(stored).toMatchObject({ workoutId: 2, machineId: 7, machineOffset: 0.01 });
    const { columns } = addAll([workout(1, 7, null), empty, workout(3, 7, null)]);
    expect(columns).toMatchObject(none);
  });
});
