import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';
import { importTrainerPages } from './-trainer-parts.ts';

export const Route = createFileRoute('/trainer/members/$memberId/workouts/$workoutId')({
  staticData: { access: 'default', layout: 'auth', title: '会員のトレーニング', group: 'trainer' },
  params: idParam('workoutId'),
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId, workoutId } }) => {
    const { loadMemberWorkout } = await loadPart(importTrainerPages);
    await loadMemberWorkout(queryClient, memberId, workoutId);
  },
  gcTime: 0,
  component: lazyScreen(importTrainerPages, 'MemberWorkoutPage'),
});
