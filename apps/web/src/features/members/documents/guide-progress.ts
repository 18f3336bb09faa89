import { getTrainerConnection } from '@tanren/contract/trainers/trainer-connection-code';
import { listMyReservations } from '@tanren/contract/booking/training-reservations';
import { listMyTrainingSessions } from '@tanren/contract/menus/menus';
import type { UserInfo } from '@tanren/contract/members/userinfo';
import { findMissingStep } from '@tanren/domain/identity/route-access';
import type { QueryClient } from '@tanstack/react-query';
import { myMembershipsQuery, readJoining } from '#entities/memberships/memberships.queries.ts';
import { latestWorkoutQuery } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';

/**
 * Returns the anchor of the first step of the guide that the member has not done, or `null` when
 * all are done. Steps that only show something are skipped, and later steps are not requested from
 * the server.
 */
export async function findNextStep(
  queryClient: QueryClient,
  profile: UserInfo | null,
): Promise<string | null> {
  if (profile === null || findMissingStep(profile) !== null) return 'profile';
  const memberships = await queryClient.query(myMembershipsQuery);
  if (readJoining(memberships) === 'none') return 'plan';
  const workout = await queryClient.query({ ...latestWorkoutQuery, staleTime: 'static' });
  if (workout === null) return 'link';
  const one = { limit: 1 };
  const menus = await callApi(listMyTrainingSessions, { querystring: one });
  if (menus.items.length === 0) return 'session';
  const [coming, past] = await Promise.all([
    callApi(listMyReservations, { querystring: one }),
    callApi(listMyReservations, { querystring: { ...one, time: 'past' } }),
  ]);
  if (coming.items.length + past.items.length === 0) return 'reservation';
  const { state } = await callApi(getTrainerConnection, {});
  return state === 'linked' ? null : 'trainer';
}
