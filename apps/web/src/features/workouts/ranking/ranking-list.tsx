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
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { StickyFooter } from '#ui/page.tsx';
import { linkToRanking, periodOf, type RankingView } from './ranking-view.ts';
import { describeGap, nameBand, periodNames, showValue } from './ranking-words.ts';
import classes from './workout-ranking.module.css';

interface RankingListProps {
  readonly view: RankingView;
  readonly ranking: WorkoutRanking;
}

/**
 * Lists the best members with rank, name, date and value. The member's own row appears once, at its
 * rank or after the list, and stays visible while scrolling.
 */
export function RankingList({ view, ranking }: RankingListProps) {
  const { items, me, total } = ranking;
  const listed = items.some(({ isMe }) => isMe);
  return (
    <Box as="ol" card aria-label="順位表">
      {keyItems(items).map(({ key, item }) =>
        item.isMe && me !== null ? (
          <OwnRow key={key} view={view} me={me} total={total} />
        ) : (
          <RankRow key={key} view={view} item={item} />
        ),
      )}
      {me === null || listed ? null : <OwnRow view={view} me={me} total={total} />}
    </Box>
  );
}

interface RowProps {
  readonly view: RankingView;
  readonly item: RankingItem;
}

function RankRow({ view, item: { rank, nickname, achievedOn, value } }: RowProps) {
  return (
    <Stack as="li" align="center" leading="snug" className={classes.listRow}>
      <Rank rank={rank} />
      <Stack as="span" shrinks className={classes.who}>
        <RankedName name={nickname} />
        {achievedOn === null ? null : (
          <Text as="time" size={12} quiet className={classes.day} dateTime={achievedOn}>
            {formatGymDate(achievedOn)}
          </Text>
        )}
      </Stack>
      <span className={classes.value}>
        <Amount {...showValue(view.rankingType, view.scale, value)} />
      </span>
    </Stack>
  );
}

interface OwnRowProps {
  readonly view: RankingView;
  readonly me: NonNullable<WorkoutRanking['me']>;
  readonly total: number;
}

function OwnRow({ view, me, total }: OwnRowProps) {
  return (
    <Stack as="li" align="center" leading="snug" className={classes.listRow} data-me>
      <Rank rank={me.rank} />
      <Stack as="span" shrinks className={classes.who}>
        <Row as="span" gap={8} align="baseline" shrinks>
          <RankedName name={me.nickname} />
          <Text as="span" size={12} weight={700} fixed className={classes.me}>
            あなた
          </Text>
        </Row>
        <Text as="span" size={14} weight={700}>
          <StatusText>{describeGap(view.rankingType, view.scale, me, total)}</StatusText>
        </Text>
      </Stack>
      <span className={classes.value}>
        <Amount {...showValue(view.rankingType, view.scale, me.value)} />
      </span>
    </Stack>
  );
}

function Rank({ rank }: { readonly rank: number }) {
  return (
    <Text as="span" size={20} weight={700} nowrap className={classes.rank}>
      {rank}
      <Text as="span" size={12} weight={400} quiet className={classes.unit}>
        位
      </Text>
    </Text>
  );
}

function RankedName({ name }: { readonly name: string | null }) {
  return name === null ? (
    <Note as="span" nowrap className={classes.nameless}>
      名前は非公開
    </Note>
  ) : (
    <span className={classes.name}>{name}</span>
  );
}

/** Adds keys to the rows. Names can repeat or be absent, so the key contains a count. */
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

/** Shows why there is no ranking, in place of the list. */
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

/** Shows placeholders for the rank, name and value of each row. */
export function ListSkeleton() {
  return (
    <div data-skeleton aria-hidden>
      <div className={classes.skeletonHeading}>
        <Skeleton height={16} />
      </div>
      <Box card>
        {rows.map((row) => (
          <Stack key={row} align="center" padding="0 16" className={classes.skeletonRow}>
            <Skeleton height={24} />
            <Skeleton height={24} />
            <Skeleton height={24} />
          </Stack>
        ))}
      </Box>
    </div>
  );
}

interface NotRankedProps {
  readonly view: RankingView;
  readonly hidden: boolean;
  /** Button that makes the member visible in rankings. */
  readonly show: ReactNode;
}

/** Shows why the member is not ranked and what to do, in place of their own row. */
export function NotRanked({ view, hidden, show }: NotRankedProps) {
  return (
    <StickyFooter>
      <Row
        as="section"
        gap={12}
        align="center"
        className={classes.absentCard}
        aria-label="あなたの順位"
      >
        <Text size={14} leading="snug" grow>
          {hidden ? hiding : explainAbsence(view)}
        </Text>
        {hidden || canStillRank(view) ? <Box fixed>{hidden ? show : <LinkToMachine />}</Box> : null}
      </Row>
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

/** Returns whether the next workout would put the member into this ranking. */
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
