import type { TrainingStatus } from '@tanren/contract/workouts/training-status';
import { daysBetween } from '@tanren/domain/gyms/gym-time';
import {
  maxUsefulSets,
  type MuscleId,
  muscles,
  muscleSetLevel,
  weeklySetGoal,
} from '@tanren/domain/workouts/muscles';

/** Colours from untrained to more than is useful, indexed by `muscleSetLevel`. */
const heat = ['#5c5c5c', '#6a2528', '#9c1b21', '#ce171e', '#ee4247'] as const;

export function muscleColor(sets: number): string {
  return heat[muscleSetLevel(sets)];
}

/** Meaning of each colour, in sets per seven days. */
export const heatLegend = [
  { color: heat[0], label: '0' },
  { color: heat[1], label: `1〜${weeklySetGoal.from - 1}` },
  { color: heat[2], label: `${weeklySetGoal.from}〜${weeklySetGoal.to}` },
  { color: heat[3], label: `${weeklySetGoal.to + 1}〜${maxUsefulSets}` },
  { color: heat[4], label: `${maxUsefulSets + 1}〜` },
] as const;

/** State of a muscle as the page shows it. */
export interface MuscleState {
  readonly id: MuscleId;
  readonly name: string;
  readonly anatomy: string;
  /** Number of sets in the last seven days. */
  readonly sets: number;
  /** Whole days since the muscle was trained. `null` if it never was. */
  readonly daysSince: number | null;
}

export function readMuscleStates(status: TrainingStatus, today: string): MuscleState[] {
  return muscles.map(({ id, name, anatomy }) => {
    const known = status.muscles.find(({ muscle }) => muscle === id);
    const last = known?.lastTrainedOn ?? null;
    return {
      id,
      name,
      anatomy,
      sets: known?.sets ?? 0,
      // The day may have changed since the answer arrived.
      daysSince: last === null ? null : Math.max(0, daysBetween(last, today)),
    };
  });
}

const goal = `${weeklySetGoal.from}〜${weeklySetGoal.to}セット`;

/** Compares the sets of the last seven days with the goal. */
export function judgeSets(sets: number): string {
  switch (muscleSetLevel(sets)) {
    case 0:
      return `この7日間は鍛えていません。目安は${goal}です。`;
    case 1:
      return `目安の${goal}まで、あと${weeklySetGoal.from - sets}セットです。`;
    case 2:
      return `目安の${goal}に届いています。`;
    case 3:
      return `目安の${goal}を超えて、しっかり鍛えています。`;
    case 4:
      return `${maxUsefulSets}セットを超えています。休養も取りましょう。`;
  }
}

/** Returns a short text for table cells and other small spaces. */
export function describeDaysSince(daysSince: number | null): string {
  if (daysSince === null) return '記録なし';
  return daysSince === 0 ? '今日' : `${daysSince}日前`;
}

export function describeLastTrained(daysSince: number | null): string {
  if (daysSince === null) return '鍛えた記録はまだありません。';
  return daysSince === 0 ? '今日鍛えました。' : `前回から${daysSince}日たちました。`;
}
