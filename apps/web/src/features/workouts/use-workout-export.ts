import { exportWorkouts } from '@tanren/contract/workouts';
import { toGymDay } from '@tanren/domain/gym-time';
import { useMutation } from '@tanstack/react-query';
import { downloadFile, saveFile } from '#lib/api.ts';
import { serverNow } from '#lib/server-time.ts';

/** What the list shows, as a file for spreadsheets. */
export function useWorkoutExport(workoutType: number | null) {
  const { mutate, isPending } = useMutation({
    mutationKey: ['workouts', 'export'],
    mutationFn: async () => {
      const querystring = workoutType === null ? {} : { workoutType };
      const file = await downloadFile(exportWorkouts, { querystring });
      const day = toGymDay(new Date(serverNow())).replaceAll('-', '');
      saveFile(file, `tanren-workouts-${day}.csv`);
    },
  });
  return {
    busy: isPending,
    save: () => {
      if (!isPending) mutate();
    },
  };
}
