import { IconChevronRight, IconHistory, IconTrophy } from '@tabler/icons-react';
import { getWorkoutHistory, type HistoryPeriod } from '@tanren/contract/workouts/workout-history';
import { getWorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType, workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { OwnHistoryWorkoutLink } from '#features/workouts/history-charts.tsx';
import {
  HistoryColumns,
  type PeriodLinkProps,
  PeriodTabs,
} from '#features/workouts/history-columns.tsx';
import { defaultPeriod, readPeriodSearch } from '#features/workouts/history-period.ts';
import { callApi } from '#lib/api.ts';
import { waitBriefly } from '#lib/query-client.ts';
import { onlySearch, workoutTypeIdParam } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readPeriodSearch);

export const Route = createFileRoute('/training-history/$workoutTypeId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '種目別の履歴',
    parent: [
      '/workouts',
      '/training-status',
      '/workouts/$workoutId',
      '/training-sessions/$trainingSessionId',
      '/workout-ranking/$workoutType/$rankingType',
    ],
  },
  params: workoutTypeIdParam,
  validateSearch,
  loaderDeps: ({ search: { period = defaultPeriod } }) => ({ period }),
  loader: async ({ context: { queryClient }, params: { workoutTypeId }, deps: { period } }) => {
    await Promise.all([
      queryClient.query(workoutHistoryQuery(workoutTypeId, period)),
      queryClient.query(workoutLoadsQuery),
      // The page works without it, but loading it later would push down the rest.
      waitBriefly(queryClient.query(workoutStrengthQuery(workoutTypeId, period))),
    ]);
  },
  component: TrainingHistoryPage,
});

function workoutHistoryQuery(workoutType: number, period: HistoryPeriod) {
  return queryOptions({
    queryKey: ['workout-history', workoutType, period],
    queryFn: ({ signal }) =>
      callApi(getWorkoutHistory, { params: { workoutType }, querystring: { period } }, signal),
  });
}

function workoutStrengthQuery(workoutType: number, period: HistoryPeriod) {
  return queryOptions({
    queryKey: ['workout-history', 'strength', workoutType, period],
    queryFn: ({ signal }) =>
      callApi(getWorkoutStrength, { params: { workoutType }, querystring: { period } }, signal),
    meta: { errorShownByPage: true },
  });
}

function TrainingHistoryPage() {
  const { workoutTypeId } = Route.useParams();
  const { period = defaultPeriod } = Route.useSearch();
  const { data: history } = useSuspenseQuery(workoutHistoryQuery(workoutTypeId, period));
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  const strength = useQuery(workoutStrengthQuery(workoutTypeId, period));
  const load = loads.find((one) => one.workoutTypeId === workoutTypeId);
  const name = nameWorkoutType(workoutTypeId);
  const { bests } = history;
  if (bests === null) return <NeverDone workoutTypeId={workoutTypeId} />;
  return (
    <Page
      title={name}
      above="種目別の履歴"
      picture={<MachineDrawing workoutTypeId={workoutTypeId} size={96} ground="page" moves />}
    >
      <HistoryColumns
        workoutTypeId={workoutTypeId}
        history={{ ...history, bests }}
        load={load}
        strength={strength}
        period={period}
        periodTabs={<PeriodTabs link={OwnPeriodLink} />}
        workoutLink={OwnHistoryWorkoutLink}
        links={<HistoryLinks workoutTypeId={workoutTypeId} count={history.workoutCount} />}
      />
    </Page>
  );
}

function OwnPeriodLink({ period, ...link }: PeriodLinkProps) {
  const params = Route.useParams();
  return (
    <Link to="/training-history/$workoutTypeId" params={params} search={{ period }} {...link} />
  );
}

function NeverDone({ workoutTypeId }: { readonly workoutTypeId: WorkoutTypeId }) {
  const name = nameWorkoutType(workoutTypeId);
  return (
    <Page title={name} above="種目別の履歴" wide>
      <EmptyState
        picture={<MachineDrawing workoutTypeId={workoutTypeId} size={160} />}
        text={`マシンと接続して、${name}の最初の1セットを始めましょう。`}
        action={
          <Link to="/tanren-link" className={primaryButtonLink}>
            マシンと接続する
          </Link>
        }
      />
    </Page>
  );
}

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

interface HistoryLinksProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** Number of workouts of all time. */
  readonly count: number;
}

function HistoryLinks({ workoutTypeId, count }: HistoryLinksProps) {
  return (
    <MenuSection heading="あわせて見る">
      <li>
        <Link to="/workouts" search={{ workoutType: workoutTypeId }} className={menuRow}>
          <MenuRowContent Icon={IconHistory} label={`すべての記録（${count}件）`} end={further} />
        </Link>
      </li>
      <li>
        <Link
          to="/workout-ranking/$workoutType/$rankingType"
          params={{ workoutType: workoutTypeId, rankingType: 'max' }}
          className={menuRow}
        >
          <MenuRowContent Icon={IconTrophy} label="ランキング" end={further} />
        </Link>
      </li>
    </MenuSection>
  );
}
