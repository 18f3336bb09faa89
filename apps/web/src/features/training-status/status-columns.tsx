import type { TrainingStatus } from '@tanren/contract/training-status';
import { toGymDay } from '@tanren/domain/gym-time';
import { useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { Card } from '#ui/lists/cards.tsx';
import { BodyMap } from './body-map.tsx';
import { readMuscleStates } from './muscle-state.ts';
import { MuscleTable } from './muscle-table.tsx';
import { WeekSummary } from './week-summary.tsx';
import classes from './training-status-screen.module.css';

/** A week of somebody: its days, and what they did for each muscle. */
export function StatusColumns({ status }: { readonly status: TrainingStatus }) {
  const [today] = useState(() => toGymDay(new Date(serverNow())));
  const states = readMuscleStates(status, today);
  return (
    <div className={classes.columns}>
      <div className={classes.week}>
        <Card heading="今週のトレーニング">
          <WeekSummary status={status} today={today} />
        </Card>
      </div>
      <div className={classes.map}>
        <Card heading="部位ごとの今週のセット数">
          <BodyMap states={states} />
        </Card>
      </div>
      <div className={classes.table}>
        <MuscleTable states={states} />
      </div>
    </div>
  );
}
