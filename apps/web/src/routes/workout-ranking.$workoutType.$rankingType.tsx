import { IconChartLine, IconChevronRight, IconClockHour4, IconWifiOff } from '@tabler/icons-react';
import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { RankingVisibility, ShowInRankings } from '#features/members/member-data-section.tsx';
import {
  ListSkeleton,
  NoRanking,
  NotRanked,
  RankingList,
} from '#features/workouts/ranking/ranking-list.tsx';
import {
  RankingControls,
  RankingFilters,
  useRankingBusy,
  useShownRanking,
} from '#features/workouts/ranking/ranking-controls.tsx';
import {
  periodOf,
  type RankingSearch,
  type RankingView,
  readRankingSearch,
  toRankingView,
} from '#features/workouts/ranking/ranking-view.ts';
import { defineRanking, periodNames } from '#features/workouts/ranking/ranking-words.ts';
import classes from '#features/workouts/ranking/workout-ranking.module.css';
import {
  isRankingOpen,
  useRanking,
  workoutRankingQuery,
} from '#features/workouts/ranking/workout-ranking.queries.ts';
import { formatCount } from '#lib/number-format.ts';
import { getIdentity } from '#lib/auth/auth.ts';
import { formatGymClock, formatGymDate } from '#lib/dates.ts';
import { isApiError } from '#lib/errors.ts';
import { onlySearch, parseRankingParams, stringifyRankingParams } from '#lib/route-params.ts';
import { toServerTime } from '#lib/server-time.ts';
import { userInfoQuery } from '#lib/auth/session.ts';
import { Notice } from '#ui/feedback/notices.tsx';
import { Note, Row, Stack } from '#ui/layout.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Dimming } from '#ui/lists/paged-list.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readRankingSearch);

export const Route = createFileRoute('/workout-ranking/$workoutType/$rankingType')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'ランキング',
    parent: ['/settings', '/', '/workouts/$workoutId'],
  },
  params: { parse: parseRankingParams, stringify: stringifyRankingParams },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps }) => {
    await loadWorkoutRanking(queryClient, params, deps);
    return { sub: (await getIdentity())?.sub ?? '' };
  },
  component: WorkoutRankingPage,
});

/**
 * Loads a ranking. The first one shows a placeholder while it loads. After that a ranking stays
 * until the next one has loaded. Cached ones are shown at once, and the screen refetches them.
 */
async function loadWorkoutRanking(
  queryClient: QueryClient,
  params: Pick<RankingView, 'workoutType' | 'rankingType'>,
  search: RankingSearch,
): Promise<void> {
  const query = workoutRankingQuery(toRankingView(params, search));
  const loading = queryClient.query({ ...query, staleTime: 'static' });
  // Only the answer shows whether the gym exists.
  const mayBeMissing = search.gym !== undefined;
  try {
    if (mayBeMissing || isRankingOpen(queryClient)) await loading;
    // The screen makes the same request and reports its failure.
    else loading.catch(() => {});
  } catch (error) {
    throw isApiError(error, 404) ? notFound() : error;
  }
}

function WorkoutRankingPage() {
  const { sub } = Route.useLoaderData();
  // The member may have changed the switch on another device.
  const { data: userInfo } = useQuery({ ...userInfoQuery(sub), staleTime: 60_000 });
  const visible = userInfo?.rankingVisible !== false;
  const view = useShownRanking();
  const { data: ranking, isError, dataUpdatedAt } = useRanking(view);
  const busy = useRankingBusy();
  const [filtering, setFiltering] = useState(false);
  const gyms = ranking?.gyms ?? [];
  const definition = defineRanking(view.rankingType, view.scale, ranking?.band ?? null);
  return (
    <Page title="ランキング" wide>
      <Stack gap={16} className={classes.board}>
        <div className={classes.head}>
          <RankingControls
            gyms={gyms}
            filtering={filtering}
            onFilter={() => {
              setFiltering(!filtering);
            }}
          />
          <Note above={8}>{definition}</Note>
          {isError ? (
            <Notice Icon={IconWifiOff}>
              通信できないため、
              {formatGymClock(new Date(toServerTime(dataUpdatedAt)).toISOString())}
              時点の順位を表示しています。
            </Notice>
          ) : null}
          {visible ? <PendingCorrection pending={ranking?.pendingCorrection ?? null} /> : null}
        </div>
        <div className={classes.side}>
          <RankingFilters gyms={gyms} open={filtering} />
          {ranking ? <Absence view={view} ranking={ranking} visible={visible} /> : null}
          <div className={classes.links}>
            <MenuSection heading="あなたの記録">
              <li>
                <Link
                  to="/training-history/$workoutTypeId"
                  params={{ workoutTypeId: view.workoutType }}
                  className={menuRow}
                >
                  <MenuRowContent
                    Icon={IconChartLine}
                    label="この種目の推移"
                    end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
                  />
                </Link>
              </li>
              <RankingVisibility visible={visible} />
            </MenuSection>
          </div>
        </div>
        {ranking ? (
          <Dimming busy={busy} className={classes.main}>
            <Ranks view={view} ranking={ranking} />
          </Dimming>
        ) : (
          <div className={classes.main} aria-busy>
            <ListSkeleton />
          </div>
        )}
      </Stack>
    </Page>
  );
}

interface RankingProps {
  readonly view: RankingView;
  readonly ranking: WorkoutRanking;
}

interface AbsenceProps extends RankingProps {
  /** Whether the member takes part in rankings. */
  readonly visible: boolean;
}

/** Explains why the member's own row is not in the list. */
function Absence({ view, ranking: { me, items, pendingCorrection }, visible }: AbsenceProps) {
  if (me !== null) return null;
  // An empty list explains it and suggests a next step. Otherwise there is a record that waits for
  // staff.
  if (visible && (items.length === 0 || pendingCorrection)) return null;
  return <NotRanked view={view} hidden={!visible} show={<ShowInRankings />} />;
}

interface PendingCorrectionProps {
  readonly pending: NonNullable<WorkoutRanking['pendingCorrection']> | null;
}

/** Explains to a member why a corrected record is not in the ranking yet. */
function PendingCorrection({ pending }: PendingCorrectionProps) {
  if (pending === null) return null;
  const { workoutId, gymDay } = pending;
  return (
    <Notice Icon={IconClockHour4}>
      <Link to="/workouts/$workoutId" params={{ workoutId }}>
        {formatGymDate(gymDay)}の記録
      </Link>
      は訂正したため、スタッフが確認するまでランキングに載りません。
    </Notice>
  );
}

function Ranks({ view, ranking }: RankingProps) {
  const { items, total } = ranking;
  if (items.length === 0) return <NoRanking view={view} ranking={ranking} />;
  return (
    <>
      <Row as="h2" align="baseline" justify="between" below={8} size={16} leading="snug">
        {periodNames[periodOf(view)]}の{total > items.length ? `上位${items.length}人` : '順位'}
        <Note as="span" weight={400}>
          {formatCount(total)}
          {ranking.me === null ? '人' : '人中'}
        </Note>
      </Row>
      <RankingList view={view} ranking={ranking} />
    </>
  );
}
