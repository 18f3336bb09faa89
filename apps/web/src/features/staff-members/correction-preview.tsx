import type { WorkoutDetail } from '@tanren/contract/workouts';
import { formatKg } from '#lib/kilograms.ts';
import { DataTable } from '#ui/data-table.tsx';
import { type EditedSet, previewCorrection } from './correction.ts';
import classes from './correction-preview.module.css';

interface CorrectionPreviewProps {
  readonly workout: WorkoutDetail;
  readonly edited: readonly EditedSet[];
}

/** By the same rule as the server's. */
export function CorrectionPreview({ workout, edited }: CorrectionPreviewProps) {
  const after = previewCorrection(workout.sets, edited);
  return (
    <section className={classes.preview} aria-label="修正後の記録">
      <DataTable
        caption="修正の前と後"
        columns={['項目', '今の記録', '修正後']}
        rows={[
          {
            key: 'max',
            cells: ['最大負荷', `${formatKg(workout.max)}kg`, `${formatKg(after.max)}kg`],
          },
          {
            key: 'tfo',
            cells: ['総発揮力', `${formatKg(workout.tfo)}kg`, `${formatKg(after.tfo)}kg`],
          },
        ]}
      />
    </section>
  );
}
