import { IconDownload } from '@tabler/icons-react';
import { exportWorkouts } from '@tanren/contract/workouts/workouts';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useMutation, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import {
  rejectedWorkoutsQuery,
  workoutClaimsQuery,
} from '#entities/workouts/workout-records.queries.ts';
import { visitsQuery } from '#entities/workouts/visits.queries.ts';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import {
  hasWorkouted,
  nameWorkoutType,
  workoutTypesQuery,
} from '#entities/workouts/workouts.queries.ts';
import { RecordsElsewhere } from '#features/workouts/records/claim-list.tsx';
import { LastWeek } from '#features/workouts/last-week.tsx';
import { VisitList, VisitsBeside } from '#features/workouts/visit-list.tsx';
import { downloadFile, saveFile } from '#lib/api.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { waitBriefly } from '#lib/query-client.ts';
import { onlySearch, readWorkoutTypeSearch } from '#lib/route-params.ts';
import { serverNow } from '#lib/server-time.ts';
import { PlainButton, primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { chip, Chips } from '#ui/lists/chips.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readWorkoutTypeSearch);

export const Route = createFileRoute('/workouts/')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング履歴', parent: null },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, readSession }, deps: { workoutType } }) => {
    // The list is the same when the member comes back. New visits are fetched in the background.
    const load = (type: number | null) =>
      queryClient.infiniteQuery({ ...visitsQuery(type), staleTime: 'static' });
    const { access } = await readSession();
    const nickname = (access.signedIn && access.profile?.nickname) || '';
    // The list works without these, but loading them later would push it down.
    const elsewhere = waitBriefly(
      Promise.all([
        queryClient.query(workoutClaimsQuery),
        queryClient.infiniteQuery(rejectedWorkoutsQuery),
      ]),
    );
    if (workoutType === undefined) {
      await Promise.all([queryClient.query(workoutTypesQuery), load(null), elsewhere]);
      return { workoutType: null, nickname };
    }
    // A filter must be a type that the member has done.
    if (!hasWorkouted(await queryClient.query(workoutTypesQuery), workoutType)) throw notFound();
    await Promise.all([load(Number(workoutType)), elsewhere]);
    return { workoutType: Number(workoutType), nickname };
  },
  component: WorkoutsPage,
});

function WorkoutsPage() {
  const { workoutType, nickname } = Route.useLoaderData();
  const query = useSuspenseInfiniteQuery(visitsQuery(workoutType));
  const busy = usePageBusy();
  const visits = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page
      title="トレーニング履歴"
      action={visits.length > 0 ? <ExportButton workoutType={workoutType} /> : undefined}
    >
      <RecordsElsewhere />
      {visits.length > 0 && workoutType === null ? <LastWeek /> : null}
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

/** Downloads the list as a file for spreadsheets. */
function ExportButton({ workoutType }: { readonly workoutType: number | null }) {
  const { mutate, isPending } = useMutation({
    mutationKey: ['workouts', 'export'],
    mutationFn: async () => {
      const querystring = workoutType === null ? {} : { workoutType };
      const file = await downloadFile(exportWorkouts, { querystring });
      const day = toGymDay(new Date(serverNow())).replaceAll('-', '');
      saveFile(file, `tanren-workouts-${day}.csv`);
    },
  });
  return (
    <PlainButton
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      <IconDownload size={20} stroke={1.75} aria-hidden />
      {isPending ? '保存中…' : 'CSVで書き出す'}
    </PlainButton>
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
      <Link to="/workouts" search={{}} className={chip} activeOptions={exactly}>
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
