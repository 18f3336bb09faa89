import type { WorkoutHistory } from '@tanren/contract/workout-history';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { formatKgInColumn } from '#lib/number-format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import type { HistoryWorkoutLink } from './history-workout-link.tsx';

interface HistoryTableProps {
  readonly points: WorkoutHistory['points'];
  readonly workoutLink: HistoryWorkoutLink;
}

/** The three charts in numbers, newest first. */
export function HistoryTable({ points, workoutLink: To }: HistoryTableProps) {
  if (points.length === 0) return null;
  return (
    <Disclosure label="グラフの数値を表で見る">
      <DataTable
        caption="トレーニングごとの最大負荷、総発揮力、推定1RM"
        columns={['日付', '最大(kg)', 'tfo(kg)', '推定1RM(kg)']}
        rows={points.toReversed().map((point) => ({
          key: point.workoutId,
          cells: [
            <To key="day" workoutId={point.workoutId}>
              {formatGymDate(gymDayOf(point.startedAt))}
            </To>,
            formatKgInColumn(point.max),
            formatKgInColumn(point.tfo),
            describeEstimate(point.estimatedOneRepMax),
          ],
        }))}
      />
    </Disclosure>
  );
}

function describeEstimate(
  estimate: WorkoutHistory['points'][number]['estimatedOneRepMax'],
): string {
  if (estimate === null) return '—';
  return `${estimate.reference ? '参考 ' : ''}${formatKgInColumn(estimate.kg)}`;
}
