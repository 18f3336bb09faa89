import type { HistoryPeriod } from '@tanren/contract/workout-history';
import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { type MemberView, readMemberSearch } from '#features/trained-members/member-search.ts';
import {
  openMember,
  trainedMembersQuery,
} from '#features/trained-members/trained-members.queries.ts';
import {
  trainedHistoryQuery,
  trainedLoadsQuery,
  trainedStatusQuery,
  trainedWorkoutQuery,
  trainedWorkoutsQuery,
} from '#features/trained-members/trained-records.queries.ts';
import { trainedSessionsQuery } from '#features/trained-members/trained-sessions.queries.ts';
import { defaultPeriod, readPeriodSearch } from '#features/training-history/history-period.ts';

/** A trainer decides by what they see: nothing of it comes from an earlier look. */
const anew = { staleTime: 0 } as const;

export async function loadMembers(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...trainedMembersQuery, ...anew });
}

/** What the view shows, as far as the link and its scopes are there. */
export async function loadMember(
  queryClient: QueryClient,
  memberId: number,
  search: Record<string, unknown>,
): Promise<{ view: MemberView; workoutType: number | null }> {
  const wish = readMemberSearch(search);
  const member = await openMember(queryClient, memberId);
  if (member === null) return wish;
  const sharesHistory = member.scopes.includes('history');
  const loads = () => queryClient.query({ ...trainedLoadsQuery(memberId), ...anew });
  switch (wish.view) {
    case 'overview':
      if (member.scopes.includes('status')) {
        await queryClient.query({ ...trainedStatusQuery(memberId), ...anew });
      }
      break;
    case 'loads':
      if (sharesHistory) await loads();
      break;
    case 'history':
      if (sharesHistory) {
        const workouts = trainedWorkoutsQuery(memberId, wish.workoutType);
        await Promise.all([loads(), queryClient.infiniteQuery({ ...workouts, ...anew })]);
      }
      break;
    case 'sessions':
      await queryClient.infiniteQuery({ ...trainedSessionsQuery(memberId), ...anew });
      break;
  }
  return wish;
}

export async function loadMemberWorkout(
  queryClient: QueryClient,
  memberId: number,
  workoutId: number,
): Promise<void> {
  const member = await openMember(queryClient, memberId);
  if (!member?.scopes.includes('history')) return;
  const workout = await queryClient.query({ ...trainedWorkoutQuery(memberId, workoutId), ...anew });
  const stillShared = (await openMember(queryClient, memberId))?.scopes.includes('history');
  if (workout === null && stillShared) throw notFound();
}

export async function loadMemberHistory(
  queryClient: QueryClient,
  memberId: number,
  workoutTypeId: WorkoutTypeId,
  search: Record<string, unknown>,
): Promise<{ period: HistoryPeriod }> {
  const { period = defaultPeriod } = readPeriodSearch(search);
  const member = await openMember(queryClient, memberId);
  if (member?.scopes.includes('history')) {
    await Promise.all([
      queryClient.query({ ...trainedHistoryQuery(memberId, workoutTypeId, period), ...anew }),
      queryClient.query({ ...trainedLoadsQuery(memberId), ...anew }),
    ]);
  }
  return { period };
}
