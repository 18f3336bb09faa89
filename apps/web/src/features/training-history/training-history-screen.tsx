import { IconBarbell } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { nameWorkoutType, workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { HistoryColumns } from './history-columns.tsx';
import { HistoryLinks } from './history-links.tsx';
import { defaultPeriod } from './history-period.ts';
import { OwnHistoryWorkoutLink } from './history-workout-link.tsx';
import { type PeriodLinkProps, PeriodTabs } from './period-tabs.tsx';
import { workoutHistoryQuery } from './training-history.queries.ts';

const route = getRouteApi('/training-history/$workoutTypeId');

export function TrainingHistoryScreen() {
  const { workoutTypeId } = route.useParams();
  const { period = defaultPeriod } = route.useSearch();
  const { data: history } = useSuspenseQuery(workoutHistoryQuery(workoutTypeId, period));
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  const load = loads.find((one) => one.workoutTypeId === workoutTypeId);
  const name = nameWorkoutType(workoutTypeId);
  const { bests } = history;
  if (bests === null) return <NeverDone name={name} />;
  return (
    <Page title={name} above="種目別の履歴">
      <HistoryColumns
        workoutTypeId={workoutTypeId}
        history={{ ...history, bests }}
        load={load}
        period={period}
        periodTabs={<PeriodTabs link={OwnPeriodLink} />}
        workoutLink={OwnHistoryWorkoutLink}
        links={<HistoryLinks workoutTypeId={workoutTypeId} count={history.workoutCount} />}
      />
    </Page>
  );
}

function OwnPeriodLink({ period, ...link }: PeriodLinkProps) {
  const params = route.useParams();
  return (
    <Link to="/training-history/$workoutTypeId" params={params} search={{ period }} {...link} />
  );
}

function NeverDone({ name }: { readonly name: string }) {
  return (
    <Page title={name} above="種目別の履歴">
      <EmptyState
        Icon={IconBarbell}
        text={`${name}の記録はまだありません。マシンと接続して、最初の1セットを始めましょう。`}
        action={
          <Link to="/tanren-link" className={primaryButtonLink}>
            マシンと接続する
          </Link>
        }
      />
    </Page>
  );
}
