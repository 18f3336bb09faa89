import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { memberWorkoutParams } from '#lib/route-params.ts';

export const Route = createFileRoute('/staff/members/$member/workouts/$workoutId')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニングの記録', group: 'staff' },
  params: memberWorkoutParams,
  preload: false,
  loader: async ({ context: { queryClient }, params: { member, workoutId } }) => {
    const { loadStaffWorkout } = await loadPart(() => import('./-staff-member-data.ts'));
    await loadStaffWorkout(queryClient, member, workoutId);
  },
  component: lazyScreen(
    () => import('#features/staff-members/staff-workout-screen.tsx'),
    'StaffWorkoutScreen',
  ),
});
