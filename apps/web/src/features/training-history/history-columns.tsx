import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workout-history';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import type { ReactNode } from 'react';
import { usePageBusy } from '#lib/page-state.tsx';
import { Dimming } from '#ui/lists/paged-list.tsx';
import { HistoryCharts } from './history-charts.tsx';
import { HistoryTable } from './history-table.tsx';
import type { HistoryWorkoutLink } from './history-workout-link.tsx';
import { NextLoad } from './next-load.tsx';
import { PersonalBests } from './personal-bests.tsx';
import classes from './training-history-screen.module.css';

interface HistoryColumnsProps {
  readonly workoutTypeId: number;
  readonly history: WorkoutHistory & { bests: NonNullable<WorkoutHistory['bests']> };
  readonly load: WorkoutLoad | undefined;
  readonly period: HistoryPeriod;
  readonly periodTabs: ReactNode;
  readonly workoutLink: HistoryWorkoutLink;
  /** Where to go from it. */
  readonly links: ReactNode;
}

/** The course of one type: next time, the charts, the bests. */
export function HistoryColumns(props: HistoryColumnsProps) {
  const { workoutTypeId, history, load, period, periodTabs, workoutLink, links } = props;
  const busy = usePageBusy();
  return (
    <div className={classes.columns}>
      <div className={classes.next}>{load === undefined ? null : <NextLoad load={load} />}</div>
      <div className={classes.main}>
        {periodTabs}
        <Dimming busy={busy} className={classes.charts}>
          {/* A point that was pointed at means nothing in another period. */}
          <HistoryCharts
            key={`${workoutTypeId} ${period}`}
            points={history.points}
            period={period}
            workoutLink={workoutLink}
          />
          <HistoryTable points={history.points} workoutLink={workoutLink} />
        </Dimming>
      </div>
      <div className={classes.side}>
        <PersonalBests bests={history.bests} workoutLink={workoutLink} />
        {links}
      </div>
    </div>
  );
}
