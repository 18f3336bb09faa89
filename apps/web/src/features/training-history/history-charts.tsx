import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workout-history';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { formatKg, formatKgInColumn } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { TrendChart, type TrendPoint } from '#ui/charts/trend-chart.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { labelTime, spanPeriod } from './history-period.ts';

interface HistoryWorkoutLinkProps {
  readonly workoutId: number;
  readonly children: ReactNode;
}

/** Leads from a number to the workout it was reached in, wherever those who look find it. */
export type HistoryWorkoutLink = (props: HistoryWorkoutLinkProps) => ReactNode;

export function OwnHistoryWorkoutLink({ workoutId, children }: HistoryWorkoutLinkProps) {
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId }}>
      {children}
    </Link>
  );
}

type HistoryPoint = WorkoutHistory['points'][number];

interface WorkoutPoint extends TrendPoint {
  readonly workoutId: number;
}

interface HistoryChartsProps {
  /** Oldest first. */
  readonly points: WorkoutHistory['points'];
  readonly period: HistoryPeriod;
  readonly workoutLink: HistoryWorkoutLink;
}

const noRecords = 'この期間の記録はありません。';

/** One question each. */
export function HistoryCharts({ points, period, workoutLink }: HistoryChartsProps) {
  const [now] = useState(() => serverNow());
  const first = points[0];
  const span = spanPeriod(period, first ? Date.parse(first.startedAt) : null, now);
  const shared = {
    ...span,
    unit: 'kg',
    format: formatKg,
    formatTime: labelTime(span),
    linkTo: linkBy(workoutLink),
  };
  const estimates = points.flatMap((point) => toEstimate(point) ?? []);
  return (
    <>
      <TrendChart<WorkoutPoint>
        {...shared}
        title="最大重量"
        question="挙げられる重量は伸びているか"
        color="cyan"
        points={points.map((point) => toPoint(point, point.max))}
        nothing={noRecords}
      />
      <TrendChart<WorkoutPoint>
        {...shared}
        title="総発揮力"
        question="1回の種目でこなす量は増えているか"
        color="green"
        points={points.map((point) => toPoint(point, point.tfo))}
        nothing={noRecords}
      />
      <TrendChart<WorkoutPoint>
        {...shared}
        title="推定1RM"
        question="1回だけなら何kg挙げられそうか"
        color="blue"
        points={estimates}
        nothing={
          points.length === 0 ? noRecords : '12回以下のセットがないため、1RMは推定できません。'
        }
      />
    </>
  );
}

function linkBy(To: HistoryWorkoutLink) {
  return ({ workoutId, when }: WorkoutPoint) => <To workoutId={workoutId}>{when}</To>;
}

function toPoint({ workoutId, startedAt }: HistoryPoint, value: number): WorkoutPoint {
  return {
    workoutId,
    at: Date.parse(startedAt),
    value,
    when: formatGymDate(gymDayOf(startedAt)),
  };
}

function toEstimate(point: HistoryPoint): WorkoutPoint | null {
  const { estimatedOneRepMax: estimate } = point;
  if (estimate === null) return null;
  return { ...toPoint(point, estimate.kg), ...(estimate.reference ? { note: '参考値' } : {}) };
}

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
        caption="トレーニングごとの最大重量、総発揮力、推定1RM"
        columns={['日付', '最大重量(kg)', '総発揮力(kg)', '推定1RM(kg)']}
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
