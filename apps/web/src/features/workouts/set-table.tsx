import type { WorkoutSet } from '@tanren/contract/workouts';
import { formatKgInColumn } from '#lib/number-format.ts';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Disclosure } from '#ui/disclosure.tsx';

interface SetTableProps {
  readonly sets: readonly WorkoutSet[];
}

export function SetTable({ sets }: SetTableProps) {
  return (
    <Card heading="セット">
      <DataTable
        caption="セットごとの記録"
        columns={['セット', '設定(kg)', '回数', '最大(kg)', '合計(kg)']}
        rows={sets.map((set, index) => ({
          key: index,
          cells: [
            index + 1,
            formatKgInColumn(set.loadKg),
            set.reps.length,
            formatKgInColumn(Math.max(...set.reps.map(({ loadKg }) => loadKg))),
            formatKgInColumn(set.reps.reduce((sum, { loadKg }) => sum + loadKg, 0)),
          ],
        }))}
      />
    </Card>
  );
}

/** The bars in numbers. */
export function RepTable({ sets }: SetTableProps) {
  return (
    <Disclosure label="1回ごとの記録を表で見る">
      <DataTable
        caption="1回ごとの記録"
        columns={['セットと回', '重さ(kg)', '時間(秒)']}
        rows={sets.flatMap(({ reps }, set) =>
          reps.map(({ loadKg, ms }, rep) => ({
            key: `${set}-${rep}`,
            cells: [
              `${set + 1}セット目 ${rep + 1}回目`,
              formatKgInColumn(loadKg),
              (ms / 1000).toFixed(1),
            ],
          })),
        )}
      />
    </Disclosure>
  );
}
