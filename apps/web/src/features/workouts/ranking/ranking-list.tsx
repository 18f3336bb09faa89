import { IconTrophy, IconUser, IconUsers } from '@tabler/icons-react';
import type { RankingItem, WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { firstMonthDays, smallestBand } from '@tanren/domain/workouts/rankings';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatGymDate } from '#lib/dates.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { EmptyState, StatusText } from '#ui/feedback/notices.tsx';
import { StickyFooter } from '#ui/page.tsx';
import { linkToRanking, periodOf, type RankingView } from './ranking-view.ts';
import { describeGap, nameBand, periodNames, showValue } from './ranking-words.ts';
import classes from './workout-ranking.module.css';

interface RankingListProps {
  readonly view: RankingView;
  readonly ranking: WorkoutRanking;
}

/**
 * The best, each with rank, name, day and value. One's own row stands once, in its place or after
 * them, and stays in sight wherever the list is.
 */
export function RankingList({ view, ranking }: RankingListProps) {
  const { items, me, total } = ranking;
  const listed = items.some(({ isMe }) => isMe);
  return (
    <ol className={classes.list} aria-label="順位表">
      {keyItems(items).map(({ key, item }) =>
        item.isMe && me !== null ? (
          <OwnRow key={key} view={view} me={me} total={total} />
        ) : (
          <Row key={key} view={view} item={item} />
        ),
      )}
      {me === null || listed ? null : <OwnRow view={view} me={me} total={total} />}
    </ol>
  );
}

interface RowProps {
  readonly view: RankingView;
  readonly item: RankingItem;
}

function Row({ view, item: { rank, nickname, achievedOn, value } }: RowProps) {
  return (
    <li className={classes.listRow}>
      <Rank rank={rank} />
      <span className={classes.who}>
        <RankedName name={nickname} />
        {achievedOn === null ? null : (
          <time className={classes.day} dateTime={achievedOn}>
            {formatGymDate(achievedOn)}
          </time>
        )}
      </span>
      <span className={classes.value}>
        <Amount {...showValue(view.rankingType, view.scale, value)} />
      </span>
    </li>
  );
}

interface OwnRowProps {
  readonly view: RankingView;
  readonly me: NonNullable<WorkoutRanking['me']>;
  readonly total: number;
}

function OwnRow({ view, me, total }: OwnRowProps) {
  return (
    <li className={classes.listRow} data-me>
      <Rank rank={me.rank} />
      <span className={classes.who}>
        <span className={classes.names}>
          <RankedName name={me.nickname} />
          <span className={classes.me}>あなた</span>
        </span>
        <span className={classes.gap}>
          <StatusText>{describeGap(view.scale, me, total)}</StatusText>
        </span>
      </span>
      <span className={classes.value}>
        <Amount {...showValue(view.rankingType, view.scale, me.value)} />
      </span>
    </li>
  );
}

function Rank({ rank }: { readonly rank: number }) {
  return (
    <span className={classes.rank}>
      {rank}
      <span className={classes.unit}>位</span>
    </span>
  );
}

function RankedName({ name }: { readonly name: string | null }) {
  return name === null ? (
    <span className={classes.nameless}>名前は非公開</span>
  ) : (
    <span className={classes.name}>{name}</span>
  );
}

/** Names repeat, and some have none: they are counted. */
function keyItems(items: readonly RankingItem[]): { key: string; item: RankingItem }[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const name = item.nickname ?? '';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { key: `${count} ${name}`, item };
  });
}

interface NoRankingProps {
  readonly view: RankingView;
  readonly ranking: WorkoutRanking;
}

/** What stands where the list would be. */
export function NoRanking({ view, ranking: { unavailable, band } }: NoRankingProps) {
  if (unavailable === 'profile_incomplete') return <ProfileFirst />;
  if (unavailable === 'too_few') return <TooFew view={view} band={band} />;
  const period = periodOf(view);
  if (period === 'last-month') {
    return (
      <EmptyState
        Icon={IconTrophy}
        text="先月は、誰の記録もありませんでした。"
        action={
          <Link {...linkToRanking({ ...view, period: 'this-month' })} className={primaryButtonLink}>
            今月のランキングを見る
          </Link>
        }
      />
    );
  }
  const when = period === 'all' ? '' : `${periodNames[period]}は`;
  const where = view.scale === 'open' && view.gym !== null ? 'このジムでは' : '';
  return (
    <EmptyState
      Icon={IconTrophy}
      text={`${where}${when}まだ誰の記録もありません。`}
      action={
        <Link to="/tanren-link" className={primaryButtonLink}>
          マシンと接続する
        </Link>
      }
    />
  );
}

function ProfileFirst() {
  return (
    <EmptyState
      Icon={IconUser}
      text="生年月日と性別（ほかの方には非公開）を登録すると、同世代・同性の方との順位がわかります。"
      action={
        <Link to="/settings/userinfo" className={primaryButtonLink}>
          プロフィールを編集する
        </Link>
      }
    />
  );
}

function TooFew({
  view,
  band,
}: {
  readonly view: RankingView;
  readonly band: WorkoutRanking['band'];
}) {
  const whom = band === null ? '同世代・同性の方' : nameBand(band);
  return (
    <EmptyState
      Icon={IconUsers}
      text={`${whom}の記録が${smallestBand}人分になると、順位が表示されます。`}
      action={
        <Link {...linkToRanking({ ...view, scale: 'open' })} className={primaryButtonLink}>
          全員のランキングを見る
        </Link>
      }
    />
  );
}

const rows = Array.from({ length: 10 }, (_, row) => row);

/** The list before it is there: rank, name and value of each row. */
export function ListSkeleton() {
  return (
    <div data-skeleton aria-hidden>
      <div className={classes.skeletonHeading}>
        <Skeleton height={16} />
      </div>
      <div className={classes.rows}>
        {rows.map((row) => (
          <div key={row} className={classes.skeletonRow}>
            <Skeleton height={24} />
            <Skeleton height={24} />
            <Skeleton height={24} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface NotRankedProps {
  readonly view: RankingView;
  readonly hidden: boolean;
  /** A button that ends the hiding. */
  readonly show: ReactNode;
}

/** In the place of one's own row: why there is none, and what to do about it. */
export function NotRanked({ view, hidden, show }: NotRankedProps) {
  return (
    <StickyFooter>
      <section className={classes.absentCard} aria-label="あなたの順位">
        <p className={classes.absentWords}>{hidden ? hiding : explainAbsence(view)}</p>
        {hidden || canStillRank(view) ? (
          <div className={classes.absentAction}>{hidden ? show : <LinkToMachine />}</div>
        ) : null}
      </section>
    </StickyFooter>
  );
}

const hiding = 'ランキングに掲載しない設定です。あなたの記録は、誰にも表示されません。';

function LinkToMachine() {
  return (
    <Link to="/tanren-link" className={primaryButtonLink} aria-label="マシンと接続する">
      接続する
    </Link>
  );
}

/** Whether the next workout would do. */
function canStillRank(view: RankingView): boolean {
  return periodOf(view) !== 'last-month' && view.scale !== 'growth';
}

function explainAbsence(view: RankingView): string {
  const { scale, gym } = view;
  const period = periodOf(view);
  if (period === 'last-month') return 'あなたの先月の記録はありません。';
  if (scale === 'growth') {
    return `記録開始から${firstMonthDays}日後に表示されます。`;
  }
  const when = period === 'all' ? '' : `${periodNames[period]}の`;
  const where = scale === 'open' && gym !== null ? 'このジムでの' : '';
  return `あなたの${when}${where}記録はまだありません。1セット行うと順位がつきます。`;
}
