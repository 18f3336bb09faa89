import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconBarbell, IconChartLine } from '@tabler/icons-react';
import type { TrainedMemberDetail } from '@tanren/contract/trainers/trainer-members';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import {
  type QueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import {
  EndLink,
  NotShared,
  ProfileCard,
  TrainedWorkoutLink,
  useMember,
  useShares,
} from '#features/trainers/trained-members/linked-member.tsx';
import { nameScopes } from '#features/trainers/trained-members/member-card.tsx';
import {
  type MemberView,
  memberViews,
  pickMemberSearch,
  readMemberSearch,
  viewNames,
} from '#features/trainers/trained-members/member-search.ts';
import { TrainedLoadsView } from '#features/trainers/trained-members/trained-loads.tsx';
import { openMember } from '#features/trainers/trained-members/trained-members.queries.ts';
import {
  trainedCalibrationQuery,
  trainedLoadsQuery,
  trainedStatusQuery,
  trainedTypesQuery,
  trainedWorkoutsQuery,
} from '#features/trainers/trained-members/trained-records.queries.ts';
import { trainedMenusQuery } from '#features/trainers/trained-members/trained-menus.queries.ts';
import { TrainedMenusView } from '#features/trainers/trained-members/trained-menus.tsx';
import { StatusColumns } from '#features/workouts/status/status-columns.tsx';
import { WorkoutDays } from '#features/workouts/workout-cards.tsx';
import { formatGymDate, gymDateOf } from '#lib/dates.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { waitBriefly } from '#lib/query-client.ts';
import { onlySearch } from '#lib/route-params.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Box, look, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { chip, Chips, segment, Segments } from '#ui/lists/chips.tsx';
import { Dimming, PagedList } from '#ui/lists/paged-list.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(pickMemberSearch);

export const Route = createFileRoute('/trainer/members/$memberId/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '担当会員',
    parent: '/trainer',
    group: 'trainer',
  },
  validateSearch,
  loaderDeps: ({ search }) => search,
  // The member can see who viewed what, so hovering over a link must not count as a view.
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId }, deps }) => {
    const { view, workoutType } = readMemberSearch({ ...deps });
    const member = await openMember(queryClient, memberId);
    if (member !== null) await loadView(queryClient, member, view, workoutType);
    return { view, workoutType };
  },
  // Data of an earlier visit may no longer be shared.
  gcTime: 0,
  component: TrainedMemberPage,
});

/**
 * Loads the data of a view, as far as the member shares it. It is never taken from the cache,
 * because a trainer makes decisions based on it.
 */
async function loadView(
  queryClient: QueryClient,
  { memberId, scopes }: TrainedMemberDetail,
  view: MemberView,
  workoutType: number | null,
): Promise<void> {
  const fresh = { staleTime: 0 } as const;
  const sharesHistory = scopes.includes('history');
  const loads = () => queryClient.query({ ...trainedLoadsQuery(memberId), ...fresh });
  switch (view) {
    case 'overview':
      if (scopes.includes('status')) {
        await queryClient.query({ ...trainedStatusQuery(memberId), ...fresh });
      }
      break;
    case 'loads':
      if (sharesHistory) {
        const types = trainedTypesQuery(memberId);
        await Promise.all([
          loads(),
          queryClient.query({ ...types, ...fresh }),
          waitBriefly(queryClient.query({ ...trainedCalibrationQuery(memberId), ...fresh })),
        ]);
      }
      break;
    case 'history':
      if (sharesHistory) {
        const workouts = trainedWorkoutsQuery(memberId, workoutType);
        await Promise.all([loads(), queryClient.infiniteQuery({ ...workouts, ...fresh })]);
      }
      break;
    case 'sessions':
      await queryClient.infiniteQuery({ ...trainedMenusQuery(memberId), ...fresh });
      break;
  }
}

/** Shows the member, the shared data and one of four views. */
function TrainedMemberPage() {
  // The view comes from the address, so that the tab reacts at once. Its content follows when the
  // data has loaded.
  const chosen = useLocation({ select: ({ search }) => readMemberSearch(search).view });
  const busy = usePageBusy();
  const { memberId, nickname, linkedAt, scopes } = useMember();
  return (
    <Page
      title={addHonorific(nickname)}
      lead={
        <Row as="span" wrap size={14} gap={24} rowGap={0}>
          <span>{formatGymDate(gymDateOf(linkedAt))}から担当</span>
          <span>共有：{nameScopes(scopes)}</span>
        </Row>
      }
    >
      <Segments label="表示する内容">
        {memberViews.map((view) => (
          <Link
            key={view}
            to="/trainer/members/$memberId"
            params={{ memberId }}
            search={view === 'overview' ? {} : { view }}
            replace
            resetScroll={false}
            className={segment}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={view === chosen ? 'page' : undefined}
          >
            {viewNames[view]}
          </Link>
        ))}
      </Segments>
      <Dimming busy={busy} className={look('stack', 'gap-24')}>
        <ChosenView />
      </Dimming>
    </Page>
  );
}

function ChosenView() {
  const { view } = Route.useLoaderData();
  switch (view) {
    case 'overview':
      return <Overview />;
    case 'loads':
      return <TrainedLoadsView />;
    case 'history':
      return <HistoryView />;
    case 'sessions':
      return <TrainedMenusView />;
  }
}

function Overview() {
  return (
    <>
      <ProfileCard />
      {useShares('status') ? <TrainedStatus /> : <NoStatus />}
      <EndLink />
    </>
  );
}

function TrainedStatus() {
  const { memberId } = useMember();
  const { data: status } = useSuspenseQuery(trainedStatusQuery(memberId));
  return status === null ? (
    <NoStatus />
  ) : (
    <StatusColumns status={status} nothingYet={<NothingYet />} />
  );
}

function NothingYet() {
  return <EmptyState Icon={IconBarbell} text="トレーニングの記録はまだありません。" />;
}

function NoStatus() {
  return (
    <Card heading="トレーニング状況">
      <Box above={8}>
        <NotShared />
      </Box>
    </Card>
  );
}

function HistoryView() {
  return useShares('history') ? <TrainedWorkouts /> : <NotShared />;
}

/** Height of a card in the list on a tablet, in px. */
const cardHeight = 82;

function TrainedWorkouts() {
  const { workoutType } = Route.useLoaderData();
  const { memberId, nickname } = useMember();
  const query = useSuspenseInfiniteQuery(trainedWorkoutsQuery(memberId, workoutType));
  const workouts = query.data.pages.flatMap(({ items }) => items);
  return (
    <Stack gap={24}>
      <TrainedTypeFilter chosen={workoutType} />
      {workouts.length === 0 ? (
        <Text>{addHonorific(nickname)}の記録はまだありません。</Text>
      ) : (
        <PagedList query={query} itemHeight={cardHeight}>
          <WorkoutDays workouts={workouts} link={TrainedWorkoutLink} />
        </PagedList>
      )}
    </Stack>
  );
}

const exactly = { exact: true, includeSearch: true };

/** Shows the types that the member has done, and a link to the charts of the chosen one. */
function TrainedTypeFilter({ chosen }: { readonly chosen: number | null }) {
  const { memberId } = useMember();
  const { data: loads } = useSuspenseQuery(trainedLoadsQuery(memberId));
  if (loads === null || loads.length === 0) return null;
  const shared = {
    to: '/trainer/members/$memberId',
    params: { memberId },
    replace: true,
    resetScroll: false,
    className: chip,
    activeOptions: exactly,
  } as const;
  return (
    <Stack gap={8}>
      <Chips label="種目で絞り込む" chosen={String(chosen)}>
        <Link {...shared} search={{ view: 'history' }}>
          すべて
        </Link>
        {loads.map(({ workoutTypeId }) => (
          <Link
            key={workoutTypeId}
            {...shared}
            search={{ view: 'history', workoutType: workoutTypeId }}
          >
            {nameWorkoutType(workoutTypeId)}
          </Link>
        ))}
      </Chips>
      {chosen !== null && isWorkoutTypeId(chosen) ? (
        <Link
          to="/trainer/members/$memberId/training-history/$workoutTypeId"
          params={{ memberId, workoutTypeId: chosen }}
          className={look('tap', 'narrow', 'gap-8')}
        >
          <IconChartLine size={20} stroke={1.75} aria-hidden />
          {nameWorkoutType(chosen)}の推移をグラフで見る
        </Link>
      ) : null}
    </Stack>
  );
}
