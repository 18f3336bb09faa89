import { IconPencil } from '@tabler/icons-react';
import type { WorkoutDetail } from '@tanren/contract/workouts';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { Notice } from '#ui/feedback/notices.tsx';

/** That a record is not as the machine sent it, and why. */
export function CorrectionNotice({ correction }: Pick<WorkoutDetail, 'correction'>) {
  if (correction === null) return null;
  const { reason, correctedAt } = correction;
  return (
    <Notice Icon={IconPencil}>
      {formatGymDate(gymDayOf(correctedAt))}に、スタッフが記録を修正しました。理由：{reason}
    </Notice>
  );
}
