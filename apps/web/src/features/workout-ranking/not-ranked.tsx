import { firstMonthDays } from '@tanren/domain/rankings';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StickyFooter } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import type { RankingView } from './ranking-view.ts';
import { periodNames } from './ranking-words.ts';
import classes from './not-ranked.module.css';

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
      <section className={classes.card} aria-label="あなたの順位">
        <p className={classes.words}>{hidden ? hiding : explainAbsence(view)}</p>
        {hidden || canStillRank(view) ? (
          <div className={classes.action}>{hidden ? show : <LinkToMachine />}</div>
        ) : null}
      </section>
    </StickyFooter>
  );
}

const hiding = 'ランキングに掲載しない設定です。あなたの記録は、だれにも表示されません。';

function LinkToMachine() {
  return (
    <Link to="/tanren-link" className={primaryButtonLink} aria-label="マシンと接続する">
      接続する
    </Link>
  );
}

/** Whether the next workout would do. */
function canStillRank({ scale, period }: RankingView): boolean {
  return period !== 'last-month' && scale !== 'growth';
}

function explainAbsence({ scale, period, gym }: RankingView): string {
  if (period === 'last-month') return 'あなたの先月の記録はありません。';
  if (scale === 'growth') {
    return `最初の${firstMonthDays}日間が過ぎてから、その間の最高記録に並ぶか上回ると順位がつきます。`;
  }
  const when = period === 'all' ? '' : `${periodNames[period]}の`;
  const where = scale === 'open' && gym !== null ? 'このジムでの' : '';
  return `あなたの${when}${where}記録はまだありません。1セット行うと順位がつきます。`;
}
