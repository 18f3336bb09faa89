import type { TrainingStatus } from '@tanren/contract/training-status';
import {
  mostUsefulSets,
  type MuscleId,
  muscles,
  muscleSetLevel,
  weeklySetGoal,
} from '@tanren/domain/muscles';
import { daysBetween } from '@tanren/domain/gym-time';

/** A muscle as the page shows it. */
export interface MuscleState {
  readonly id: MuscleId;
  readonly name: string;
  /** This week. */
  readonly sets: number;
  /** Whole days since it was trained; null: never. */
  readonly daysSince: number | null;
}

export function readMuscleStates(status: TrainingStatus, today: string): MuscleState[] {
  return muscles.map(({ id, name }) => {
    const known = status.muscles.find(({ muscle }) => muscle === id);
    const last = known?.lastTrainedOn ?? null;
    return {
      id,
      name,
      sets: known?.sets ?? 0,
      // The day may have changed since the answer.
      daysSince: last === null ? null : Math.max(0, daysBetween(last, today)),
    };
  });
}

const goal = `${weeklySetGoal.from}〜${weeklySetGoal.to}セット`;

/** How the sets of this week stand to the goal. */
export function judgeSets(sets: number): string {
  switch (muscleSetLevel(sets)) {
    case 0:
      return `今週はまだ鍛えていません。目安は${goal}です。`;
    case 1:
      return `目安の${goal}まで、あと${weeklySetGoal.from - sets}セットです。`;
    case 2:
      return `目安の${goal}に届いています。`;
    case 3:
      return `目安の${goal}を超えて、しっかり鍛えています。`;
    case 4:
      return `${mostUsefulSets}セットを超えています。休養も取りましょう。`;
  }
}

/** In a cell, and where there is little room. */
export function describeDaysSince(daysSince: number | null): string {
  if (daysSince === null) return '記録なし';
  return daysSince === 0 ? '今日' : `${daysSince}日前`;
}

export function tellDaysSince(daysSince: number | null): string {
  if (daysSince === null) return '鍛えた記録はまだありません。';
  return daysSince === 0 ? '今日鍛えました。' : `前回から${daysSince}日たちました。`;
}
