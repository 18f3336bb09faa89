import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiftedSet } from '@tanren/domain/workouts/workouts';

interface LoggedWorkout {
  readonly exercise: string;
  readonly at: Date;
  readonly sets: readonly LiftedSet[];
}

export interface LoggedPerson {
  readonly name: string;
  /** Oldest first, all exercises. */
  readonly workouts: readonly LoggedWorkout[];
}

/**
 * Reads one person from each CSV file with the columns exercise, day, set, load and reps. Rows
 * without a positive load or reps are left out. Pounds are read as kilograms, because the model
 * depends on ratios only.
 */
export function readTrainingLogs(folder: string): LoggedPerson[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .toSorted()
    .map((file) => ({
      name: file,
      workouts: readWorkouts(readFileSync(join(folder, file), 'utf8')),
    }));
}

function readWorkouts(csv: string): LoggedWorkout[] {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const columns = header.split(',').map((name) => name.trim());
  const rows = lines
    .map((line) => {
      const cells = line.split(',');
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      return {
        exercise: cell('exercise'),
        day: Number(cell('day')),
        order: Number(cell('set')),
        loadHg: Number(cell('load')) * 10,
        reps: Math.round(Number(cell('reps'))),
      };
    })
    .filter(
      ({ day, loadHg, reps }) => Number.isFinite(day) && loadHg > 0 && reps > 0 && reps < 1000,
    )
    .toSorted((a, b) => a.day - b.day || a.order - b.order);
  const workouts = new Map<string, { exercise: string; at: Date; sets: LiftedSet[] }>();
  for (const { exercise, day, loadHg, reps } of rows) {
    const key = `${exercise} ${day}`;
    const at = new Date(day * 86_400_000);
    const workout = workouts.get(key) ?? { exercise, at, sets: [] };
    workout.sets.push({ loadHg, reps: Array.from({ length: reps }, () => ({ loadHg, ms: 2000 })) });
    workouts.set(key, workout);
  }
  return [...workouts.values()];
}
