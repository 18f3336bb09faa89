import { mostUsefulSets, muscleSetLevel, weeklySetGoal } from '@tanren/domain/muscles';

/** From untrained to more than is of use, as muscleSetLevel counts them. */
const heat = ['#454545', '#6a2528', '#9c1b21', '#ce171e', '#ee4247'] as const;

export function muscleColor(sets: number): string {
  return heat[muscleSetLevel(sets)];
}

/** What each step means, in sets a week. */
export const heatLegend = [
  { color: heat[0], label: '0' },
  { color: heat[1], label: `${weeklySetGoal.from}未満` },
  { color: heat[2], label: `${weeklySetGoal.from}〜${weeklySetGoal.to}` },
  { color: heat[3], label: `〜${mostUsefulSets}` },
  { color: heat[4], label: `${mostUsefulSets}超` },
] as const;
