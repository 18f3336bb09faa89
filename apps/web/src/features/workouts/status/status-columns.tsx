import type { TrainingStatus } from '@tanren/contract/workouts/training-status';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { weeklySetGoal } from '@tanren/domain/workouts/muscles';
import { type ReactNode, useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Stack } from '#ui/layout.tsx';
import { BodyMap } from './body-map.tsx';
import { describeDaysSince, type MuscleState, readMuscleStates } from './muscle-state.ts';
import { WeekSummary } from './this-week.tsx';
import classes from './training-status.module.css';

interface StatusColumnsProps {
  readonly status: TrainingStatus;
  /** Content in place of the table when every row would be empty. */
  readonly nothingYet: ReactNode;
}

/** Shows the days of the week, and the sets of the last seven days for each muscle. */
export function StatusColumns({ status, nothingYet }: StatusColumnsProps) {
  const [today] = useState(() => toGymDay(new Date(serverNow())));
  const states = readMuscleStates(status, today);
  return (
    <Stack gap={12} className={classes.columns}>
      <div className={classes.week}>
        <Card heading="今週のトレーニング">
          <WeekSummary status={status} today={today} />
        </Card>
      </div>
      <div className={classes.mapColumn}>
        <Card heading="この7日間で鍛えた部位">
          <BodyMap states={states} />
        </Card>
      </div>
      <div className={classes.table}>
        {states.every(({ daysSince }) => daysSince === null) ? (
          nothingYet
        ) : (
          <MuscleTable states={states} />
        )}
      </div>
    </Stack>
  );
}

/** Shows the content of the body map as a table. */
function MuscleTable({ states }: { readonly states: readonly MuscleState[] }) {
  return (
    <Disclosure label="すべての部位を表で見る" open={matchMedia('(min-width: 768px)').matches}>
      <DataTable
        caption="この7日間で鍛えた部位"
        columns={['部位', `7日間（目安${weeklySetGoal.from}〜${weeklySetGoal.to}）`, '前回']}
        rows={states.map(({ id, name, sets, daysSince }) => ({
          key: id,
          cells: [name, `${sets}セット`, describeDaysSince(daysSince)],
        }))}
      />
    </Disclosure>
  );
}
