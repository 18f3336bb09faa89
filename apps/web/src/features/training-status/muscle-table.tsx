import { weeklySetGoal } from '@tanren/domain/muscles';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { describeDaysSince, type MuscleState } from './muscle-state.ts';

/** The body map in words. */
export function MuscleTable({ states }: { readonly states: readonly MuscleState[] }) {
  return (
    <Disclosure label="すべての部位を表で見る" open={matchMedia('(min-width: 1024px)').matches}>
      <DataTable
        caption="部位ごとの今週のセット数"
        columns={['部位', `今週（目安 ${weeklySetGoal.from}〜${weeklySetGoal.to}）`, '前回']}
        rows={states.map(({ id, name, sets, daysSince }) => ({
          key: id,
          cells: [name, `${sets} セット`, describeDaysSince(daysSince)],
        }))}
      />
    </Disclosure>
  );
}
