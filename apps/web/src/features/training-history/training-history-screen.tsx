import { IconBarbell } from '@tabler/icons-react';
import { historyPeriods } from '@tanren/contract/workout-history';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { usePageBusy } from '#lib/use-page-busy.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { segment, Segments } from '#ui/segments.tsx';
import { HistoryCharts } from './history-charts.tsx';
import { HistoryLinks } from './history-links.tsx';
import { defaultPeriod, periodNames, readPeriodSearch } from './history-period.ts';
import { HistoryTable } from './history-table.tsx';
import { NextLoad } from './next-load.tsx';
import { PersonalBests } from './personal-bests.tsx';
import { workoutHistoryQuery } from './training-history.queries.ts';
import classes from './training-history-screen.module.css';

const route = getRouteApi('/training-history/$workoutTypeId');

export function TrainingHistoryScreen() {
  const { workoutTypeId } = route.useParams();
  const { period = defaultPeriod } = route.useSearch();
  const { data: history } = useSuspenseQuery(workoutHistoryQuery(workoutTypeId, period));
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  const busy = usePageBusy();
  const load = loads.find((one) => one.workoutTypeId === workoutTypeId);
  const name = nameWorkoutType(workoutTypeId);
  if (history.bests === null) return <NeverDone name={name} />;
  return (
    <Page title={name} above="種目別の履歴">
      <div className={classes.columns}>
        <div className={classes.next}>{load === undefined ? null : <NextLoad load={load} />}</div>
        <div className={classes.main}>
          <PeriodTabs />
          <div className={classes.charts} aria-busy={busy}>
            {/* A point that was pointed at means nothing in another period. */}
            <HistoryCharts
              key={`${workoutTypeId} ${period}`}
              points={history.points}
              period={period}
            />
            <HistoryTable points={history.points} />
          </div>
        </div>
        <div className={classes.side}>
          <PersonalBests bests={history.bests} />
          <HistoryLinks workoutTypeId={workoutTypeId} count={history.workoutCount} />
        </div>
      </div>
    </Page>
  );
}

function PeriodTabs() {
  const params = route.useParams();
  // Of the address, so that the tab answers at once; the charts follow with their data.
  const { period: chosen = defaultPeriod } = useLocation({
    select: ({ search }) => readPeriodSearch(search),
    structuralSharing: true,
  });
  return (
    <Segments label="期間">
      {historyPeriods.map((period) => (
        <Link
          key={period}
          to="/training-history/$workoutTypeId"
          params={params}
          search={{ period }}
          replace
          resetScroll={false}
          className={segment}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={period === chosen ? 'page' : undefined}
        >
          {periodNames[period]}
        </Link>
      ))}
    </Segments>
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
