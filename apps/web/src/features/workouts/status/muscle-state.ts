import type { TrainingStatus } from '@tanren/contract/workouts/training-status';
import { daysBetween } from '@tanren/domain/gyms/gym-time';
import {
  maxUsefulSets,
  type MuscleId,
  muscles,
  muscleSetLevel,
  weeklySetGoal,
} from '@tanren/domain/workouts/muscles';

/**
 * Colours from untrained to more than is useful, indexed by `muscleSetLevel`. A trained muscle is
 * lit like a machine on the floor, because red is only for the next step.
 */
const heat = ['#525252', '#7d7d7d', '#a6a6a6', '#d4d4d4', '#fff'] as const;

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

/**
 * Returns the states in an earlier week of seven days: 1 for the one before the last seven days.
 * They do not say when a muscle was trained last.
 */
export function readEarlierStates(status: TrainingStatus, weeks: number): MuscleState[] {
  return muscles.map(({ id, name, anatomy }) => {
    const known = status.muscles.find(({ muscle }) => muscle === id);
    return { id, name, anatomy, sets: known?.earlierSets?.[weeks - 1] ?? 0, daysSince: null };
  });
}

export interface MissingSets {
  readonly sets: number;
  /** Names of the muscles that need this many sets more. */
  readonly names: readonly string[];
}

/** Lists what is missing to the goal, the smallest number of sets first. */
export function listMissing(states: readonly MuscleState[]): MissingSets[] {
  const missing = new Map<number, string[]>();
  for (const { name, sets } of states) {
    const more = weeklySetGoal.from - sets;
    if (more > 0) missing.set(more, [...(missing.get(more) ?? []), name]);
  }
  return [...missing].toSorted(([a], [b]) => a - b).map(([sets, names]) => ({ sets, names }));
}

const goal = `${weeklySetGoal.from}〜${weeklySetGoal.to}セット`;

/** Compares the sets of seven days with the goal. */
export function judgeSets(sets: number, period = 'この7日間'): string {
  switch (muscleSetLevel(sets)) {
    case 0:
      return `${period}は鍛えていません。目安は${goal}です。`;
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
