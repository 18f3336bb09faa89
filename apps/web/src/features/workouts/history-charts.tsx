import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workouts/workout-history';
import type { WorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { nameMarks } from '#entities/workouts/record-words.ts';
import { formatStrength } from '#entities/workouts/strength-words.ts';
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
  readonly strengthChart: ReactNode;
}

const noRecords = 'この期間の記録はありません。';

/** Shows one chart per question, with the answer in words above the chart. */
export function HistoryCharts(props: HistoryChartsProps) {
  const { history, period, nextLoad, workoutLink, strengthChart } = props;
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
      {strengthChart}
    </>
  );
}

function linkBy(To: HistoryWorkoutLink) {
  return ({ workoutId, when }: WorkoutPoint) => <To workoutId={workoutId}>{when}</To>;
}

function toPoint(
  { workoutId, startedAt, gymDay, marks }: HistoryPoint,
  value: number,
): WorkoutPoint {
  const said = nameMarks(marks);
  return {
    workoutId,
    at: Date.parse(startedAt),
    value,
    when: formatGymDate(gymDay),
    ...(said.length === 0 ? {} : { note: said.join('、') }),
  };
}

interface HistoryTableProps {
  readonly points: WorkoutHistory['points'];
  /** Strength by gym day. `undefined` while it is not known. */
  readonly strength: WorkoutStrength | null | undefined;
  readonly workoutLink: HistoryWorkoutLink;
}

/** Shows the numbers of the three charts in a table, newest first. */
export function HistoryTable({ points, strength, workoutLink: To }: HistoryTableProps) {
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
            describeStrengthOn(point.gymDay, strength),
          ],
        }))}
      />
    </Disclosure>
  );
}

function describeStrengthOn(gymDay: string, strength: HistoryTableProps['strength']): string {
  const found = strength?.days.find(({ day }) => day === gymDay);
  return found === undefined ? '—' : formatStrength(found);
}
