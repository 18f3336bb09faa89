import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconChartLine, IconChevronRight, IconHistory } from '@tabler/icons-react';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import {
  WhoseLink,
  NotShared,
  TrainedWorkoutLink,
  useMember,
  useShares,
} from '#features/trainers/trained-members/linked-member.tsx';
import { openMember } from '#features/trainers/trained-members/trained-members.queries.ts';
import {
  trainedHistoryQuery,
  trainedLoadsQuery,
  trainedStrengthQuery,
} from '#features/trainers/trained-members/trained-records.queries.ts';
import {
  HistoryColumns,
  type PeriodLinkProps,
  PeriodTabs,
} from '#features/workouts/history-columns.tsx';
import { defaultPeriod, readPeriodSearch } from '#features/workouts/history-period.ts';
import { waitBriefly } from '#lib/query-client.ts';
import { onlySearch, workoutTypeIdParam } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readPeriodSearch);

export const Route = createFileRoute('/trainer/members/$memberId/training-history/$workoutTypeId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '会員の種目別の履歴',
    parent: '/trainer/members/$memberId',
    group: 'trainer',
  },
  params: workoutTypeIdParam,
  validateSearch,
  loaderDeps: ({ search: { period = defaultPeriod } }) => ({ period }),
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId, workoutTypeId }, deps }) => {
    const { period } = deps;
    const member = await openMember(queryClient, memberId);
    if (member?.scopes.includes('history')) {
      // A trainer makes decisions based on this, so it is never taken from the cache.
      const fresh = { staleTime: 0 } as const;
      await Promise.all([
        queryClient.query({ ...trainedHistoryQuery(memberId, workoutTypeId, period), ...fresh }),
        queryClient.query({ ...trainedLoadsQuery(memberId), ...fresh }),
        waitBriefly(
          queryClient.query({ ...trainedStrengthQuery(memberId, workoutTypeId, period), ...fresh }),
        ),
      ]);
    }
    return { period };
  },
  // Data of an earlier visit may no longer be shared.
  gcTime: 0,
  component: TrainedHistoryPage,
});

/** Shows the history of one workout type of a member. */
function TrainedHistoryPage() {
  const { workoutTypeId } = Route.useParams();
  return (
    <Page
      title={nameWorkoutType(workoutTypeId)}
      above={<WhoseLink view="loads" />}
      lead="種目別の履歴"
      picture={<MachineDrawing workoutTypeId={workoutTypeId} size={72} ground="page" />}
    >
      {useShares('history') ? <TrainedHistory /> : <NotShared />}
    </Page>
  );
}

function TrainedHistory() {
  const { workoutTypeId } = Route.useParams();
  const { period } = Route.useLoaderData();
  const { memberId, nickname } = useMember();
  const { data: history } = useSuspenseQuery(trainedHistoryQuery(memberId, workoutTypeId, period));
  const { data: loads } = useSuspenseQuery(trainedLoadsQuery(memberId));
  const strength = useQuery(trainedStrengthQuery(memberId, workoutTypeId, period));
  if (history === null) return <NotShared />;
  const { bests } = history;
  if (bests === null) {
    return (
      <EmptyState
        Icon={IconChartLine}
        text={`${addHonorific(nickname)}のこの種目の記録はまだありません。`}
        action={
          <Link
            to="/trainer/members/$memberId"
            params={{ memberId }}
            search={{ view: 'loads' }}
            className={primaryButtonLink}
            data-variant="default"
          >
            種目と重量を見る
          </Link>
        }
      />
    );
  }
  const load = loads?.find((one) => one.workoutTypeId === workoutTypeId);
  return (
    <HistoryColumns
      workoutTypeId={workoutTypeId}
      history={{ ...history, bests }}
      load={load}
      strength={strength}
      period={period}
      periodTabs={<PeriodTabs link={PeriodLink} />}
      workoutLink={TrainedWorkoutLink}
      links={<TrainedHistoryLinks workoutTypeId={workoutTypeId} count={history.workoutCount} />}
    />
  );
}

function PeriodLink({ period, ...link }: PeriodLinkProps) {
  const params = Route.useParams();
  return (
    <Link
      to="/trainer/members/$memberId/training-history/$workoutTypeId"
      params={params}
      search={{ period }}
      {...link}
    />
  );
}

interface TrainedHistoryLinksProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** Number of workouts of all time. */
  readonly count: number;
}

function TrainedHistoryLinks({ workoutTypeId, count }: TrainedHistoryLinksProps) {
  const { memberId } = useMember();
  return (
    <MenuSection heading="あわせて見る">
      <li>
        <Link
          to="/trainer/members/$memberId"
          params={{ memberId }}
          search={{ view: 'history', workoutType: workoutTypeId }}
          className={menuRow}
        >
          <MenuRowContent
            Icon={IconHistory}
            label={`すべての記録（${count}件）`}
            end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          />
        </Link>
      </li>
    </MenuSection>
  );
}
