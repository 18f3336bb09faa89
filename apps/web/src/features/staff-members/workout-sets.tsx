import type { WorkoutSet } from '@tanren/contract/workouts';
import { formatKgInColumn } from '#lib/kilograms.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';

export function WorkoutSets({ sets }: { readonly sets: readonly WorkoutSet[] }) {
  return (
    <Card heading="セット">
      <DataTable
        caption="セットごとの記録"
        columns={['セット', '設定(kg)', '回数', '最大(kg)', '合計(kg)']}
        rows={sets.map(({ loadKg, reps }, index) => ({
          key: index,
          cells: [
            index + 1,
            formatKgInColumn(loadKg),
            reps.length,
            formatKgInColumn(Math.max(0, ...reps.map((rep) => rep.loadKg))),
            formatKgInColumn(reps.reduce((sum, rep) => sum + rep.loadKg, 0)),
          ],
        }))}
      />
    </Card>
  );
}
