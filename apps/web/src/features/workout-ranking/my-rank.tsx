import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import { firstMonthDays } from '@tanren/domain/rankings';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { StickyFooter } from '#ui/page.tsx';
import classes from './my-rank.module.css';
import { periodOf, type RankingView } from './ranking-view.ts';
import { describeGap, periodNames, showValue } from './ranking-words.ts';

interface MyRankProps {
  readonly view: RankingView;
  readonly me: NonNullable<WorkoutRanking['me']>;
  readonly total: number;
}

/** One's own row. It stays in sight, wherever the list is. */
export function MyRank({ view, me, total }: MyRankProps) {
  const id = useId();
  return (
    <StickyFooter>
      <section className={classes.card} aria-labelledby={id}>
        <h2 id={id} className={classes.heading}>
          あなたの順位
        </h2>
        <p className={classes.rank}>
          {me.rank}
          <span className={classes.unit}>位</span>
        </p>
        <p className={classes.total}>{total.toLocaleString('ja-JP')}人中</p>
        <p className={classes.name}>{me.nickname}</p>
        <div className={classes.gap}>
          <StatusText>{describeGap(view.scale, me, total)}</StatusText>
        </div>
        <p className={classes.value}>
          <Amount {...showValue(view.rankingType, view.scale, me.value)} />
        </p>
      </section>
    </StickyFooter>
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
        <p className={classes.words}>{hidden ? hiding : explainAbsence(view)}</p>
        {hidden || canStillRank(view) ? (
          <div className={classes.action}>{hidden ? show : <LinkToMachine />}</div>
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
    return `最初の${firstMonthDays}日間が過ぎてから、その間の最高記録に並ぶか上回ると順位がつきます。`;
  }
  const when = period === 'all' ? '' : `${periodNames[period]}の`;
  const where = scale === 'open' && gym !== null ? 'このジムでの' : '';
  return `あなたの${when}${where}記録はまだありません。1セット行うと順位がつきます。`;
}

/** One's own place before it is known. */
export function RankSkeleton() {
  return (
    <StickyFooter>
      <div className={classes.skeleton} aria-hidden>
        <Skeleton />
      </div>
    </StickyFooter>
  );
}
