import { IconChevronRight, IconList } from '@tabler/icons-react';
import {
  type QueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import {
  rejectedWorkoutsQuery,
  workoutClaimsQuery,
} from '#entities/workouts/workout-records.queries.ts';
import { visitsOfMonthQuery, visitsQuery } from '#entities/workouts/visits.queries.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import {
  hasWorkouted,
  nameWorkoutType,
  workoutLoadsQuery,
  workoutTrendsQuery,
  workoutTypesQuery,
} from '#entities/workouts/workouts.queries.ts';
import { RecordsElsewhere } from '#features/workouts/records/claim-list.tsx';
import { ExportButton, ExportRow } from '#features/workouts/export-records.tsx';
import { LastWeek } from '#features/workouts/last-week.tsx';
import { HistorySegments } from '#features/workouts/notebook/history-segments.tsx';
import { readHistorySearch } from '#features/workouts/notebook/history-view.ts';
import { chooseMonth } from '#features/workouts/notebook/months.ts';
import { VisitCalendar } from '#features/workouts/notebook/visit-calendar.tsx';
import { VisitRows } from '#features/workouts/notebook/visit-rows.tsx';
import { trainingStatusQuery } from '#features/workouts/status/this-week.tsx';
import { VisitList, VisitsBeside } from '#features/workouts/visit-list.tsx';
import classes from '#features/workouts/visit.module.css';
import { lazyScreen } from '#lib/builds/chunks.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { waitBriefly } from '#lib/query-client.ts';
import { onlySearch } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Stack } from '#ui/layout.tsx';
import { chip, Chips } from '#ui/lists/chips.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Dimming, PagedList } from '#ui/lists/paged-list.tsx';
import { Page } from '#ui/page.tsx';

/*
 * The first load does not include the code of these views. The loader loads it, so that the view
 * opens as a whole.
 */
const TypesView = lazyScreen(
  () => import('#features/workouts/notebook/type-grid.tsx'),
  'TypesView',
);
const MuscleWeeks = lazyScreen(
  () => import('#features/workouts/notebook/muscle-weeks.tsx'),
  'MuscleWeeks',
);

const validateSearch = onlySearch(readHistorySearch);

export const Route = createFileRoute('/workouts/')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング履歴', parent: null },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, readSession }, deps }): Promise<Shown> => {
    const { workoutType, view } = deps;
    if (workoutType !== undefined || view === 'list') {
      // The page works without these, but loading them later would push it down.
      const elsewhere = loadRecordsElsewhere(queryClient);
      const types = await queryClient.query(workoutTypesQuery);
      // A filter must be a type that the member has done.
      if (workoutType !== undefined && !hasWorkouted(types, workoutType)) throw notFound();
      const type = workoutType === undefined ? null : Number(workoutType);
      // The list is the same when the member comes back. New visits are fetched in the background.
      const list = queryClient.infiniteQuery({ ...visitsQuery(type), staleTime: 'static' });
      const [{ access }] = await Promise.all([readSession(), list, elsewhere]);
      const nickname = (access.signedIn && access.profile?.nickname) || '';
      return { view: 'list', workoutType: type, nickname };
    }
    if (view === 'types') {
      await Promise.all([
        TypesView.preload?.(),
        queryClient.query(workoutTypesQuery),
        queryClient.query(workoutLoadsQuery),
        queryClient.query(workoutTrendsQuery),
      ]);
      return { view };
    }
    if (view === 'muscles') {
      await Promise.all([MuscleWeeks.preload?.(), queryClient.query(trainingStatusQuery)]);
      return { view };
    }
    const month = chooseMonth(deps.month);
    await Promise.all([
      queryClient.query(visitsOfMonthQuery(month)),
      loadRecordsElsewhere(queryClient),
    ]);
    return { view: 'calendar', month };
  },
  component: WorkoutsPage,
});

/** The view that the page shows until the next one has loaded. */
type Shown =
  | { readonly view: 'list'; readonly workoutType: number | null; readonly nickname: string }
  | { readonly view: 'calendar'; readonly month: string }
  | { readonly view: 'types' }
  | { readonly view: 'muscles' };

async function loadRecordsElsewhere(queryClient: QueryClient): Promise<void> {
  await waitBriefly(
    Promise.all([
      queryClient.query(workoutClaimsQuery),
      queryClient.infiniteQuery(rejectedWorkoutsQuery),
    ]),
  );
}

function WorkoutsPage() {
  const shown = Route.useLoaderData();
  switch (shown.view) {
    case 'calendar':
      return <CalendarPage {...shown} />;
    case 'list':
      return <ListPage {...shown} />;
    case 'types':
      return <TypesPage />;
    case 'muscles':
      return <MusclesPage />;
  }
}

const title = 'トレーニング履歴';

function CalendarPage({ month }: { readonly month: string }) {
  const { data } = useSuspenseQuery(visitsOfMonthQuery(month));
  const busy = usePageBusy();
  const { visits, firstDate } = data;
  return (
    <Page title={title} wide>
      <HistorySegments />
      <RecordsElsewhere />
      {firstDate === null ? (
        <NoWorkouts />
      ) : (
        <Stack gap={24} top className={classes.month}>
          <Dimming busy={busy}>
            <VisitCalendar month={month} visits={visits} firstDate={firstDate} />
          </Dimming>
          <Stack gap={24} top>
            <Dimming busy={busy}>
              <VisitRows visits={visits} />
            </Dimming>
            <LastWeek />
            <MenuSection heading="すべての記録">
              <li>
                <Link to="/workouts" search={{ view: 'list' }} className={menuRow}>
                  <MenuRowContent
                    Icon={IconList}
                    label="一覧で見る"
                    end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
                  />
                </Link>
              </li>
              <ExportRow />
            </MenuSection>
          </Stack>
        </Stack>
      )}
    </Page>
  );
}

function TypesPage() {
  const { data: types } = useSuspenseQuery(workoutTypesQuery);
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  const { data: trends } = useSuspenseQuery(workoutTrendsQuery);
  return (
    <Page title={title} wide>
      <HistorySegments />
      <TypesView types={types} loads={loads} trends={trends} nothingYet={<NoWorkouts />} />
    </Page>
  );
}

function MusclesPage() {
  const { data: status } = useSuspenseQuery(trainingStatusQuery);
  const hasTrained = status.muscles.some(({ lastTrainedOn }) => lastTrainedOn !== null);
  return (
    <Page title={title} wide>
      <HistorySegments />
      {hasTrained ? <MuscleWeeks status={status} /> : <NoWorkouts />}
    </Page>
  );
}

interface ListPageProps {
  readonly workoutType: number | null;
  readonly nickname: string;
}

function ListPage({ workoutType, nickname }: ListPageProps) {
  const query = useSuspenseInfiniteQuery(visitsQuery(workoutType));
  const busy = usePageBusy();
  const visits = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page
      title={title}
      action={visits.length > 0 ? <ExportButton workoutType={workoutType} /> : undefined}
    >
      <HistorySegments />
      <RecordsElsewhere />
      <WorkoutFilter chosen={workoutType} />
      {visits.length === 0 ? (
        <NoWorkouts />
      ) : (
        <VisitsBeside key={workoutType} visits={visits} nickname={nickname}>
          {(choice) => (
            <PagedList query={query} itemHeight={cardHeight} busy={busy}>
              <VisitList visits={visits} workoutType={workoutType} {...choice} />
            </PagedList>
          )}
        </VisitsBeside>
      )}
    </Page>
  );
}

/** Height of a visit in the list on a phone, in px. */
const cardHeight = 232;

function NoWorkouts() {
  return (
    <EmptyState
      picture={<MachineDrawing workoutTypeId={1} size={160} />}
      text="マシンと接続すると、トレーニングの記録がここに自動で残ります。"
      action={
        <Link to="/tanren-link" className={primaryButtonLink}>
          マシンと接続する
        </Link>
      }
    />
  );
}

/**
 * Options of the links: by default, すべて would be active with every filter, because its address is
 * the start of theirs.
 */
const exactly = { exact: true, includeSearch: true };

/**
 * Shows the types that the member has done. They are links, so that a choice can be bookmarked,
 * shared and undone by 戻る.
 */
function WorkoutFilter({ chosen }: { readonly chosen: number | null }) {
  const { data: types } = useSuspenseQuery(workoutTypesQuery);
  const done = types.filter(({ workouted }) => workouted);
  if (done.length === 0) return null;
  return (
    <Chips label="種目で絞り込む" chosen={String(chosen)}>
      <Link to="/workouts" search={{ view: 'list' }} className={chip} activeOptions={exactly}>
        すべて
      </Link>
      {done.map(({ id }) => (
        <Link
          key={id}
          to="/workouts"
          search={{ workoutType: id }}
          className={chip}
          activeOptions={exactly}
        >
          {nameWorkoutType(id)}
        </Link>
      ))}
    </Chips>
  );
}
