import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import { useId } from 'react';
import { Amount } from '#ui/charts/amount.tsx';
import { StickyFooter } from '#ui/page.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import type { RankingView } from './ranking-view.ts';
import { describeGap, showValue } from './ranking-values.ts';
import classes from './my-place.module.css';

interface MyPlaceProps {
  readonly view: RankingView;
  readonly me: NonNullable<WorkoutRanking['me']>;
  readonly total: number;
}

/** One's own row. It stays in sight, wherever the list is. */
export function MyPlace({ view, me, total }: MyPlaceProps) {
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
