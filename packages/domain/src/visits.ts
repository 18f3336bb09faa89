import { type PersonalBestKind, personalBestKinds } from './personal-bests.ts';

/** What a visit needs to know of a workout. */
export interface VisitedWorkout {
  readonly id: number;
  readonly gymId: number;
  /** As the hours of the gym were when it was stored, see `gymDayOf`. */
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
  /** From the first rep to the last, at least one. */
  readonly minutes: number;
  /** Each once, in the order they were first done. */
  readonly workoutTypeIds: number[];
  readonly setCount: number;
  readonly repCount: number;
  readonly tfoHg: number;
  /** What the visit improved, by type. */
  readonly personalBests: VisitBest[];
}

/** As a clock without seconds shows it: minutes fit the times beside them. */
const clockMinutes = (time: Date) => Math.floor(time.getTime() / 60_000);

/**
 * The visits that workouts of one member make up, the newest gym day first and of one day the one
 * begun last. A gym day may last past midnight, so a visit from 23:30 to 0:30 is one; rankings go by
 * the month of the calendar.
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
  // A map keeps the order of the first workouts; sorting keeps it within a day.
  return [...visits.values()]
    .toReversed()
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
}

function byStart(a: VisitedWorkout, b: VisitedWorkout): number {
  return a.startedAt.getTime() - b.startedAt.getTime() || a.id - b.id;
}

/** Takes the workouts of one visit in any order; null: there is none. */
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
