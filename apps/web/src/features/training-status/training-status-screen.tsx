import { IconBarbell } from '@tabler/icons-react';
import { toGymDay } from '@tanren/domain/gym-day';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { BodyMap } from './body-map.tsx';
import { LoadCards } from './load-cards.tsx';
import { readMuscleStates } from './muscle-state.ts';
import { MuscleTable } from './muscle-table.tsx';
import { trainingStatusQuery } from './training-status.queries.ts';
import { WeekSummary } from './week-summary.tsx';
import cards from './load-card.module.css';
import classes from './training-status-screen.module.css';

export function TrainingStatusScreen() {
  const { data: status } = useSuspenseQuery(trainingStatusQuery);
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  const [today] = useState(() => toGymDay(new Date()));
  const states = readMuscleStates(status, today);
  return (
    <Page title="トレーニング状況">
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
      <section className={classes.group} aria-labelledby="loads">
        <h2 id="loads" className={cards.heading}>
          種目ごとの重さ
        </h2>
        {loads.length > 0 ? <LoadCards loads={loads} /> : <NoLoads />}
      </section>
    </Page>
  );
}

function NoLoads() {
  return (
    <EmptyState
      Icon={IconBarbell}
      text="マシンでトレーニングすると、前回・最大・次回の重さがここに並びます。"
      action={
        <Link to="/tanren-link" className={primaryButtonLink}>
          マシンと接続する
        </Link>
      }
    />
  );
}
