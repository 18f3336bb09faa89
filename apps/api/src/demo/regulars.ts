import type { TrainingSessionRow } from '#db/schema/training-sessions.ts';
import type { DemoPerson, DemoTraining } from './demo-person.ts';
import type { Random } from './random.ts';

/** Somebody who still comes, and how often that was in the last four weeks. */
export interface Regular {
  readonly sub: string;
  readonly gymId: number;
  readonly startMinute: number;
  readonly visits: number;
}

const lately = 28;

export function listRegulars(people: readonly DemoPerson[]): Regular[] {
  return people.flatMap(({ sub, training }) => {
    const visits = training === null ? 0 : countLately(training);
    if (training === null || visits === 0) return [];
    return [{ sub, gymId: training.gymId, startMinute: training.startMinute, visits }];
  });
}

function countLately({ visits }: DemoTraining): number {
  return visits.filter((daysAgo) => daysAgo <= lately).length;
}

/** Some come with a plan: a public one that was there when they reserved. */
export function chooseSession(
  random: Random,
  sessions: readonly TrainingSessionRow[],
  createdAt: Date,
): number | null {
  const hasPlan = random.chance(0.5);
  const known = sessions.filter(
    ({ visibility, publishedAt }) =>
      visibility === 'public' && publishedAt !== null && publishedAt < createdAt,
  );
  const session = known[Math.floor(random.next() * known.length)];
  return hasPlan ? (session?.id ?? null) : null;
}
