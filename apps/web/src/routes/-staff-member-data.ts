import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import {
  staffMemberQuery,
  staffWorkoutQuery,
  staffWorkoutsQuery,
} from '#features/staff-members/staff-members.queries.ts';

export async function loadStaffMember(queryClient: QueryClient, member: string): Promise<void> {
  if ((await queryClient.query(staffMemberQuery(member))) === null) throw notFound();
  await queryClient.infiniteQuery(staffWorkoutsQuery(member));
}

export async function loadStaffWorkout(
  queryClient: QueryClient,
  member: string,
  workoutId: number,
): Promise<void> {
  const [found, workout] = await Promise.all([
    queryClient.query(staffMemberQuery(member)),
    queryClient.query(staffWorkoutQuery(member, workoutId)),
  ]);
  if (found === null || workout === null) throw notFound();
}
