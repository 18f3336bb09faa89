import type { HistoryPeriod } from '@tanren/contract/workouts/workout-history';
import type { StrengthBand, WorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import { toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  describeStrengthChange,
  formatStrength,
  unknownStrength,
} from '#entities/workouts/strength-words.ts';
import { formatGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { TrendChart, type TrendPoint } from '#ui/charts/trend-chart.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { labelSpan, spanPeriod } from './history-period.ts';

interface StrengthPoint extends TrendPoint {
  readonly range: StrengthBand;
}

/** `null` when the member does not share it. */
export type StrengthQuery = UseQueryResult<WorkoutStrength | null>;

interface StrengthChartProps {
  readonly query: StrengthQuery;
  /** Strength of today. `undefined` while too little is known. */
  readonly current: StrengthBand | undefined;
  readonly period: HistoryPeriod;
}

/** Shows how strong the member is. The band grows while nothing is measured. */
export function StrengthChart({ query, current, period }: StrengthChartProps) {
  const { data: strength } = query;
  return strength ? (
    <StrengthDrawing strength={strength} current={current} period={period} />
  ) : (
    <LoadAgainIfMissing what="推定1RMの推移" query={query} />
  );
}

interface StrengthDrawingProps extends Omit<StrengthChartProps, 'query'> {
  readonly strength: WorkoutStrength;
}

function StrengthDrawing({ strength, current, period }: StrengthDrawingProps) {
  const [now] = useState(() => serverNow());
  const points = listPoints(strength, current, now);
  const span = spanPeriod(period, points[0]?.at ?? null, now);
  return (
    <TrendChart<StrengthPoint>
      {...span}
      title="推定1RM"
      note="1回が限界の重量の目安。およそ8割の確率でこの範囲です。"
      answer={describeStrengthChange(strength)}
      color="blue"
      unit="kg"
      points={points}
      format={formatKg}
      describe={({ range }) => formatStrength(range)}
      timeLabels={labelSpan(period, span)}
      linkTo={({ when }) => when}
      nothing={`${unknownStrength}。トレーニングを重ねると、推定1RMの範囲が出ます。`}
    />
  );
}

function listPoints(
  { days }: WorkoutStrength,
  current: StrengthBand | undefined,
  now: number,
): StrengthPoint[] {
  const today = toGymDay(new Date(now));
  const points = days.map(({ day, low, middle, high }) => ({
    at: Math.min(toGymInstant(day, noon).getTime(), now),
    value: middle,
    range: { low, high },
    when: formatGymDate(day),
  }));
  const last = days.at(-1);
  if (last === undefined || last.day >= today || current === undefined) return points;
  return [
    ...points,
    // Today, because the strength is less certain than on the last day.
    { at: now, value: Math.sqrt(current.low * current.high), range: current, when: '今日' },
  ];
}

/** Minute of a gym day at which its value is drawn. */
const noon = 12 * 60;
