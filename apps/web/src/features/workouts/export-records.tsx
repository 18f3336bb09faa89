import { IconDownload } from '@tabler/icons-react';
import { exportWorkouts } from '@tanren/contract/workouts/workouts';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useMutation } from '@tanstack/react-query';
import { downloadFile, saveFile } from '#lib/api.ts';
import { serverNow } from '#lib/server-time.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { MenuButton } from '#ui/lists/menu-section.tsx';

/** Downloads the records as a file for spreadsheets. */
function useExport(workoutType: number | null) {
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
    isPending,
    label: isPending ? '保存中…' : 'CSVで書き出す',
    start: () => {
      if (!isPending) mutate();
    },
  };
}

/** Button above the list, which exports the records that the list shows. */
export function ExportButton({ workoutType }: { readonly workoutType: number | null }) {
  const { isPending, label, start } = useExport(workoutType);
  return (
    <PlainButton aria-disabled={isPending} onClick={start}>
      <IconDownload size={20} stroke={1.75} aria-hidden />
      {label}
    </PlainButton>
  );
}

/** Row of a `MenuSection` that exports all records. */
export function ExportRow() {
  const { isPending, label, start } = useExport(null);
  return <MenuButton Icon={IconDownload} label={label} busy={isPending} onClick={start} />;
}
