import { type PersonalBestKind, personalBestKinds } from './personal-bests.ts';

/** Workout with the fields that a visit needs. */
export interface VisitedWorkout {
  readonly id: number;
  readonly gymId: number;
  /** Gym day by the gym's hours at the time of storing, see `gymDayOf`. */
  readonly gymDay: string;
  readonly workoutTypeId: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly setCount: number;
  readonly repCount: number;
  readonly tfoHg: number;
  readonly personalBests: readonly PersonalBestKind[];
}

/** 来館: all workouts of one member in one gym on one gym day, in the order they were done. */
interface Visit<W extends VisitedWorkout> {
  readonly date: string;
  readonly gymId: number;
  readonly workouts: readonly W[];
}

interface VisitBest {
  readonly workoutTypeId: number;
  readonly kinds: PersonalBestKind[];
}

interface VisitSummary {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Minutes from the first rep to the last, at least one. */
  readonly minutes: number;
  /** Each type once, in the order of the first workouts. */
  readonly workoutTypeIds: number[];
  readonly setCount: number;
  readonly repCount: number;
  readonly tfoHg: number;
  /** Personal bests of the visit, by type. */
  readonly personalBests: VisitBest[];
}

/** Rounds down like a clock without seconds, so that durations match the displayed times. */
const clockMinutes = (time: Date) => Math.floor(time.getTime() / 60_000);

/**
 * Groups the workouts of one member into visits, newest gym day first. Within a day the visit that
 * began last comes first. A gym day may last past midnight, so 23:30 to 0:30 is one visit.
 * Rankings, however, use the calendar month.
 */
export function groupVisits<W extends VisitedWorkout>(workouts: readonly W[]): Visit<W>[] {
  const visits = new Map<string, { date: string; gymId: number; workouts: W[] }>();
  for (const workout of workouts.toSorted(byStart)) {
    const { gymDay: date, gymId } = workout;
    const key = `${date} ${gymId}`;
    const visit = visits.get(key) ?? { date, gymId, workouts: [] };
    visit.workouts.push(workout);
    visits.set(key, visit);
  }
  // The map has the visits in the order of their first workouts. The sort is stable within a day.
  return [...visits.values()]
    .toReversed()
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
}

function byStart(a: VisitedWorkout, b: VisitedWorkout): number {
  return a.startedAt.getTime() - b.startedAt.getTime() || a.id - b.id;
}

/** Summarizes the workouts of one visit, in any order. Returns `null` without a workout. */
export function summarizeVisit(workouts: readonly VisitedWorkout[]): VisitSummary | null {
  const inOrder = workouts.toSorted(byStart);
  const [first] = inOrder;
  if (first === undefined) return null;
  let endedAt = first.endedAt;
  let setCount = 0;
  let repCount = 0;
  let tfoHg = 0;
  const beaten = new Map<number, Set<PersonalBestKind>>();
  for (const workout of inOrder) {
    if (workout.endedAt > endedAt) ({ endedAt } = workout);
    setCount += workout.setCount;
    repCount += workout.repCount;
    tfoHg += workout.tfoHg;
    const kinds = beaten.get(workout.workoutTypeId) ?? new Set();
    for (const kind of workout.personalBests) kinds.add(kind);
    beaten.set(workout.workoutTypeId, kinds);
  }
  return {
    startedAt: first.startedAt,
    endedAt,
    minutes: Math.max(1, clockMinutes(endedAt) - clockMinutes(first.startedAt)),
    workoutTypeIds: [...beaten.keys()],
    setCount,
    repCount,
    tfoHg,
    personalBests: [...beaten].flatMap(([workoutTypeId, kinds]) =>
      kinds.size === 0
        ? []
        : [{ workoutTypeId, kinds: personalBestKinds.filter((kind) => kinds.has(kind)) }],
    ),
  };
}
