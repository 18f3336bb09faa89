import { IconBarbell } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { LoadCards } from './load-cards.tsx';
import { StatusColumns } from './status-columns.tsx';
import { trainingStatusQuery } from './training-status.queries.ts';
import cards from './load-card.module.css';
import classes from './training-status-screen.module.css';

export function TrainingStatusScreen() {
  const { data: status } = useSuspenseQuery(trainingStatusQuery);
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  return (
    <Page title="トレーニング状況">
      <StatusColumns status={status} />
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
