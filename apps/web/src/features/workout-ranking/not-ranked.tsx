import { firstMonthDays } from '@tanren/domain/rankings';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { StickyFooter } from '#ui/page.tsx';
import { periodOf, type RankingView } from './ranking-view.ts';
import { periodNames } from './ranking-words.ts';
import classes from './workout-ranking.module.css';

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
