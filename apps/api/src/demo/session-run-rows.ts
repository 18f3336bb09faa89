import { addDays, toGymDay } from '@tanren/domain/gym-time';
import { listSessionTypes } from '@tanren/domain/training-sessions';
import { overlapsRun, runLengthMs } from '@tanren/domain/training-session-runs';
import type { TrainingSessionRow, TrainingSessionRunRow } from '#db/schema/training-sessions.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import { ownSessions } from './demo-own-sessions.ts';
import { trainedSessions } from './demo-trained-sessions.ts';

const minuteMs = 60_000;

/** The demo member's runs: each as long as that day's visit, the oldest first. */
export function makeRunRows(
  sub: string,
  sessions: readonly TrainingSessionRow[],
  workouts: readonly WorkoutRow[],
  midnight: Date,
): TrainingSessionRunRow[] {
  const mine = workouts.filter((workout) => workout.sub === sub);
  const planned = [...ownSessions, ...trainedSessions].flatMap(({ title, runsDaysAgo }) =>
    runsDaysAgo.map((daysAgo) => ({ title, daysAgo })),
  );
  return planned
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
    .map(({ title, daysAgo }, index) => {
      const session = sessions.find(
        (made) => (made.forSub ?? made.authorSub) === sub && made.title === title,
      );
      const day = addDays(toGymDay(midnight), -daysAgo);
      const visit = mine.filter(({ startedAt }) => toGymDay(startedAt) === day);
      const [first, last] = [visit[0], visit.at(-1)];
      if (session === undefined || first === undefined || last === undefined) {
        throw new Error(`${title} was not done ${daysAgo} days ago`);
      }
      const startedAt = new Date(first.startedAt.getTime() - 2 * minuteMs);
      return {
        id: index + 1,
        sub,
        trainingSessionId: session.id,
        title,
        items: session.items,
        startedAt,
        endsBy: new Date(startedAt.getTime() + runLengthMs),
        endedAt: new Date(last.endedAt.getTime() + minuteMs),
      };
    });
}

/** Each workout with the run it would have been counted to when it arrived. */
export function attachToRuns(
  runs: readonly TrainingSessionRunRow[],
  workouts: readonly WorkoutRow[],
): WorkoutRow[] {
  return workouts.map((workout) => {
    const run = runs.find(
      (candidate) =>
        candidate.sub === workout.sub &&
        overlapsRun(candidate, workout) &&
        listSessionTypes(candidate.items).includes(workout.workoutTypeId),
    );
    return run === undefined ? workout : { ...workout, sessionRunId: run.id };
  });
}
