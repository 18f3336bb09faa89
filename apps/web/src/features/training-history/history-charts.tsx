import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workout-history';
import { useState } from 'react';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { TrendChart, type TrendPoint } from '#ui/charts/trend-chart.tsx';
import { labelTime, spanPeriod } from './history-period.ts';
import type { HistoryWorkoutLink } from './history-workout-link.tsx';

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
        title="最大負荷"
        question="挙げられる重さは伸びているか"
        color="cyan"
        points={points.map((point) => toPoint(point, point.max))}
        nothing={noRecords}
      />
      <TrendChart<WorkoutPoint>
        {...shared}
        title="総発揮力（tfo）"
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
