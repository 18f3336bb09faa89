import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workouts/workout-history';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { nameMarks } from '#entities/workouts/record-words.ts';
import { formatGymDate } from '#lib/dates.ts';
import { formatKg, formatKgInColumn } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { TrendChart, type TrendPoint } from '#ui/charts/trend-chart.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { describeTrend, labelSpan, spanPeriod } from './history-period.ts';

interface HistoryWorkoutLinkProps {
  readonly workoutId: number;
  readonly children: ReactNode;
}

/**
 * Link from a number to the workout in which it was reached. Members and trainers have different
 * pages for it.
 */
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
  readonly history: WorkoutHistory & { bests: NonNullable<WorkoutHistory['bests']> };
  readonly period: HistoryPeriod;
  /** Advised next load in kg. `undefined` when there is no advice. */
  readonly nextLoad: number | undefined;
  readonly workoutLink: HistoryWorkoutLink;
}

const noRecords = 'この期間の記録はありません。';

/** Shows one chart per question, with the answer in words above the chart. */
export function HistoryCharts({ history, period, nextLoad, workoutLink }: HistoryChartsProps) {
  const { points, bests } = history;
  const [now] = useState(() => serverNow());
  const first = points[0];
  const span = spanPeriod(period, first ? Date.parse(first.startedAt) : null, now);
  const shared = {
    ...span,
    unit: 'kg',
    format: formatKg,
    timeLabels: labelSpan(period, span),
    linkTo: linkBy(workoutLink),
  };
  const draw = (values: readonly WorkoutPoint[], best: { workoutId: number } | null) => ({
    points: values,
    answer: describeTrend(values, period),
    best: {
      matches: ({ workoutId }: WorkoutPoint) => workoutId === best?.workoutId,
      label: '自己ベスト',
    },
  });
  const estimates = points.flatMap((point) => toEstimate(point) ?? []);
  return (
    <>
      <TrendChart<WorkoutPoint>
        {...shared}
        {...draw(
          points.map((point) => toPoint(point, point.max)),
          bests.max,
        )}
        title="最大重量"
        color="cyan"
        next={
          nextLoad === undefined
            ? undefined
            : { value: nextLoad, label: `次回の重量 ${formatKg(nextLoad)}kg` }
        }
        nothing={noRecords}
      />
      <TrendChart<WorkoutPoint>
        {...shared}
        {...draw(
          points.map((point) => toPoint(point, point.tfo)),
          bests.tfo,
        )}
        title="総発揮力"
        note="1回のトレーニングの合計"
        color="green"
        nothing={noRecords}
      />
      <TrendChart<WorkoutPoint>
        {...shared}
        {...draw(estimates, bests.oneRepMax)}
        title="推定1RM"
        note="1回が限界の重量の目安"
        color="blue"
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

function toPoint(
  { workoutId, startedAt, gymDay, marks }: HistoryPoint,
  value: number,
  notes: readonly string[] = [],
): WorkoutPoint {
  const said = [...notes, ...nameMarks(marks)];
  return {
    workoutId,
    at: Date.parse(startedAt),
    value,
    when: formatGymDate(gymDay),
    ...(said.length === 0 ? {} : { note: said.join('、') }),
  };
}

function toEstimate(point: HistoryPoint): WorkoutPoint | null {
  const { estimatedOneRepMax: estimate } = point;
  if (estimate === null) return null;
  return toPoint(point, estimate.kg, estimate.reference ? ['参考値'] : []);
}

interface HistoryTableProps {
  readonly points: WorkoutHistory['points'];
  readonly workoutLink: HistoryWorkoutLink;
}

/** Shows the numbers of the three charts in a table, newest first. */
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
            <Fragment key="day">
              <To workoutId={point.workoutId}>{formatGymDate(point.gymDay)}</To>{' '}
              <RecordMarks marks={point.marks} />
            </Fragment>,
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
