import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { formatKg } from '#lib/number-format.ts';
import { Box } from '#ui/layout.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { type EditedSet, previewCorrection } from './correction.ts';
import classes from './workout-records.module.css';

interface CorrectionPreviewProps {
  readonly workout: WorkoutDetail;
  readonly edited: readonly EditedSet[];
  /** Word for the change: members 訂正 their own records, staff 修正 those of members. */
  readonly word: '訂正' | '修正';
}

/** Shows how the record changes, computed by the same rule as on the server. */
export function CorrectionPreview({ workout, edited, word }: CorrectionPreviewProps) {
  const after = previewCorrection(workout.sets, edited);
  return (
    <Box as="section" card className={classes.preview} aria-label={`${word}後の記録`}>
      <DataTable
        caption={`${word}の前と後`}
        columns={['項目', '今の記録', `${word}後`]}
        rows={[
          {
            key: 'max',
            cells: ['最大重量', `${formatKg(workout.max)}kg`, `${formatKg(after.max)}kg`],
          },
          {
            key: 'tfo',
            cells: ['総発揮力', `${formatKg(workout.tfo)}kg`, `${formatKg(after.tfo)}kg`],
          },
        ]}
      />
    </Box>
  );
}
