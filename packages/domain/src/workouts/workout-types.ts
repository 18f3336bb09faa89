import { settableAtMost, type SettableLoads, toSettable } from './loads.ts';
import { type MuscleId, muscles } from './muscles.ts';
import type { MenuItem } from '#menus/menus.ts';
import type { WorkoutTypeId } from './workout-type-ids.ts';

/**
 * Share of a set that counts for a muscle: 1 for a main muscle of the exercise, 0.5 for a helping
 * one.
 */
interface TrainedMuscle {
  readonly muscle: MuscleId;
  readonly share: 1 | 0.5;
}

interface WorkoutTypeDefinition {
  readonly id: WorkoutTypeId;
  readonly name: string;
  readonly muscles: readonly TrainedMuscle[];
  /** Loads in kg of the usual machines for the type. A single machine may differ. */
  readonly minLoad: number;
  readonly maxLoad: number;
  readonly loadStep: number;
}

const direct = (muscle: MuscleId): TrainedMuscle => ({ muscle, share: 1 });
const indirect = (muscle: MuscleId): TrainedMuscle => ({ muscle, share: 0.5 });

/** The 16 exercises of the gym's machines. The ids are used in URLs and rankings. */
export const workoutTypes = [
  {
    id: 1,
    name: 'チェストプレス',
    muscles: [direct('pectorals'), indirect('deltoids'), indirect('triceps')],
    minLoad: 5,
    maxLoad: 150,
    loadStep: 2.5,
  },
  {
    id: 2,
    name: 'ペクトラルフライ',
    muscles: [direct('pectorals'), indirect('deltoids')],
    minLoad: 5,
    maxLoad: 120,
    loadStep: 2.5,
  },
  {
    id: 3,
    name: 'ショルダープレス',
    muscles: [direct('deltoids'), indirect('triceps'), indirect('trapezius')],
    minLoad: 5,
    maxLoad: 100,
    loadStep: 2.5,
  },
  {
    id: 4,
    name: 'ラットプルダウン',
    muscles: [direct('lats'), indirect('biceps'), indirect('trapezius')],
    minLoad: 5,
    maxLoad: 120,
    loadStep: 2.5,
  },
  {
    id: 5,
    name: 'シーテッドロー',
    muscles: [direct('lats'), direct('trapezius'), indirect('biceps')],
    minLoad: 5,
    maxLoad: 130,
    loadStep: 2.5,
  },
  {
    id: 6,
    name: 'アームカール',
    muscles: [direct('biceps')],
    minLoad: 2.5,
    maxLoad: 70,
    loadStep: 2.5,
  },
  {
    id: 7,
    name: 'トライセプスエクステンション',
    muscles: [direct('triceps')],
    minLoad: 2.5,
    maxLoad: 70,
    loadStep: 2.5,
  },
  {
    id: 8,
    name: 'アブドミナル',
    muscles: [direct('abdominals'), indirect('obliques')],
    minLoad: 5,
    maxLoad: 100,
    loadStep: 2.5,
  },
  {
    id: 9,
    name: 'バックエクステンション',
    muscles: [direct('spinal-erectors'), indirect('gluteus-maximus'), indirect('hamstrings')],
    minLoad: 5,
    maxLoad: 150,
    loadStep: 5,
  },
  {
    id: 10,
    name: 'ロータリートルソー',
    muscles: [direct('obliques'), indirect('abdominals')],
    minLoad: 5,
    maxLoad: 80,
    loadStep: 2.5,
  },
  {
    id: 11,
    name: 'レッグプレス',
    muscles: [direct('quadriceps'), direct('gluteus-maximus'), indirect('hamstrings')],
    minLoad: 10,
    maxLoad: 300,
    loadStep: 5,
  },
  {
    id: 12,
    name: 'レッグエクステンション',
    muscles: [direct('quadriceps')],
    minLoad: 5,
    maxLoad: 150,
    loadStep: 2.5,
  },
  {
    id: 13,
    name: 'レッグカール',
    muscles: [direct('hamstrings'), indirect('calves')],
    minLoad: 5,
    maxLoad: 120,
    loadStep: 2.5,
  },
  {
    id: 14,
    name: 'ヒップアダクション',
    muscles: [direct('adductors')],
    minLoad: 5,
    maxLoad: 150,
    loadStep: 5,
  },
  {
    id: 15,
    name: 'ヒップアブダクション',
    muscles: [direct('gluteus-medius'), indirect('gluteus-maximus')],
    minLoad: 5,
    maxLoad: 150,
    loadStep: 5,
  },
  {
    id: 16,
    name: 'カーフレイズ',
    muscles: [direct('calves')],
    minLoad: 10,
    maxLoad: 200,
    loadStep: 5,
  },
] as const satisfies readonly WorkoutTypeDefinition[];

type LoadError = 'unknown_type' | 'load_outside';

/** Returns why the machines of the type cannot be set to the load. おすすめ is always accepted. */
export function findLoadError({
  workoutTypeId,
  loadHg,
}: Pick<MenuItem, 'workoutTypeId' | 'loadHg'>): LoadError | null {
  const range = findTypeLoads(workoutTypeId);
  if (range === null) return 'unknown_type';
  if (loadHg === null || settableAtMost(range, loadHg) === loadHg) return null;
  return 'load_outside';
}

/**
 * Describes the loads for a form field: 「5〜150kg（2.5kg刻み）」. Returns an empty text for an unknown
 * type.
 */
export function describeLoadRange(workoutTypeId: number): string {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  if (type === undefined) return '';
  return `${type.minLoad}〜${type.maxLoad}kg（${type.loadStep}kg刻み）`;
}

/** Returns `null` for an unknown type. */
function findTypeLoads(workoutTypeId: number): SettableLoads | null {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  return type === undefined ? null : toSettable(type);
}

/**
 * Counts the sets of every muscle, including untrained ones. A direct set counts 1, an indirect one
 * 0.5.
 */
export function countMuscleSets(
  done: Iterable<{ readonly workoutTypeId: number; readonly setCount: number }>,
): Map<MuscleId, number> {
  const counts = new Map<MuscleId, number>(muscles.map(({ id }) => [id, 0]));
  for (const { workoutTypeId, setCount } of done) {
    const type = workoutTypes.find(({ id }) => id === workoutTypeId);
    for (const { muscle, share } of type?.muscles ?? []) {
      counts.set(muscle, (counts.get(muscle) ?? 0) + share * setCount);
    }
  }
  return counts;
}

/** Returns the last day on which each muscle was trained, directly or indirectly. */
export function findLastTrainedDays(
  lastWorkouts: Iterable<{ readonly workoutTypeId: number; readonly gymDay: string }>,
): Map<MuscleId, string> {
  const days = new Map<MuscleId, string>();
  for (const { workoutTypeId, gymDay } of lastWorkouts) {
    const type = workoutTypes.find(({ id }) => id === workoutTypeId);
    for (const { muscle } of type?.muscles ?? []) {
      if (gymDay > (days.get(muscle) ?? '')) days.set(muscle, gymDay);
    }
  }
  return days;
}
