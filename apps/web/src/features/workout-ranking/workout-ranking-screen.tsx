import { IconWifiOff } from '@tabler/icons-react';
import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import type { ReactNode } from 'react';
import { formatGymClock } from '#lib/dates.ts';
import { toServerTime } from '#lib/server-time.ts';
import { Dimming } from '#ui/lists/paged-list.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { MyPlace } from './my-place.tsx';
import { NoRanking } from './no-ranking.tsx';
import { NotRanked } from './not-ranked.tsx';
import { RankingControls } from './ranking-controls.tsx';
import { RankingLinks } from './ranking-links.tsx';
import { RankingList } from './ranking-list.tsx';
import { ListSkeleton, PlaceSkeleton } from './ranking-skeleton.tsx';
import type { RankingView } from './ranking-view.ts';
import { defineRanking } from './ranking-words.ts';
import { useRankingBusy, useShownRanking } from './use-chosen-ranking.ts';
import { useRanking } from './use-ranking.ts';
import classes from './workout-ranking-screen.module.css';

interface WorkoutRankingScreenProps {
  /** Whether the member is in rankings at all. */
  readonly visible: boolean;
  /** The switch of it, as a row of a menu. */
  readonly visibility: ReactNode;
  /** A button that switches it on. */
  readonly show: ReactNode;
}

export function WorkoutRankingScreen({ visible, visibility, show }: WorkoutRankingScreenProps) {
  const view = useShownRanking();
  const { data: ranking, isError, dataUpdatedAt } = useRanking(view);
  const busy = useRankingBusy();
  const definition = defineRanking(view.rankingType, view.scale, ranking?.band ?? null);
  return (
    <Page title="ランキング">
      <div className={classes.board}>
        <div className={classes.head}>
          <RankingControls gyms={ranking?.gyms ?? []} />
          <p className={classes.definition}>{definition}</p>
          {isError ? (
            <Notice Icon={IconWifiOff}>
              通信できないため、
              {formatGymClock(new Date(toServerTime(dataUpdatedAt)).toISOString())}
              時点の順位を表示しています。
            </Notice>
          ) : null}
        </div>
        <div className={classes.side}>
          {ranking ? (
            <OwnPlace view={view} ranking={ranking} visible={visible} show={show} />
          ) : (
            <PlaceSkeleton />
          )}
          <div className={classes.links}>
            <RankingLinks view={view} visibility={visibility} />
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
      </div>
    </Page>
  );
}

interface RankingProps {
  readonly view: RankingView;
  readonly ranking: WorkoutRanking;
}

type OwnPlaceProps = RankingProps & Pick<WorkoutRankingScreenProps, 'visible' | 'show'>;

function OwnPlace({ view, ranking, visible, show }: OwnPlaceProps) {
  const { me, total, items } = ranking;
  if (me !== null) return <MyPlace view={view} me={me} total={total} />;
  // The empty list says it, and what to do.
  if (visible && items.length === 0) return null;
  return <NotRanked view={view} hidden={!visible} show={show} />;
}

function Ranks({ view, ranking }: RankingProps) {
  const { items, me, total } = ranking;
  if (items.length === 0) return <NoRanking view={view} ranking={ranking} />;
  return (
    <>
      <h2 className={classes.heading}>
        {total > items.length ? `上位${items.length}人` : '全員の順位'}
        <span className={classes.total}>{total.toLocaleString('ja-JP')}人中</span>
      </h2>
      <RankingList view={view} items={items} nickname={me?.nickname ?? null} />
    </>
  );
}
