import type { WorkoutSet } from '@tanren/contract/workouts';
import { formatKg } from '#lib/number-format.ts';
import { BarChart } from '#ui/charts/bar-chart.tsx';

/** Every rep as a bar, set by set. */
export function RepChart({ sets }: { readonly sets: readonly WorkoutSet[] }) {
  return (
    <BarChart
      title="1回ごとの重さ"
      question="どの回で、どれだけ挙げたか"
      color="cyan"
      unit="kg"
      groupUnit="セット目"
      groups={sets.map(({ reps }, set) => ({
        label: String(set + 1),
        bars: reps.map(({ loadKg, ms }, rep) => ({
          value: loadKg,
          about: `${set + 1}セット目 ${rep + 1}回目 ${(ms / 1000).toFixed(1)}秒`,
        })),
      }))}
      format={formatKg}
    />
  );
}
