import { IconChartLine, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import type { RankingView } from './ranking-view.ts';

interface RankingLinksProps {
  readonly view: RankingView;
  /** The switch, as a row. */
  readonly visibility: ReactNode;
}

/** One's own side of the ranking. */
export function RankingLinks({ view: { workoutType }, visibility }: RankingLinksProps) {
  return (
    <MenuSection heading="あなたの記録">
      <li>
        <Link
          to="/training-history/$workoutTypeId"
          params={{ workoutTypeId: workoutType }}
          className={menuRow}
        >
          <MenuRowContent
            Icon={IconChartLine}
            label="この種目の推移"
            end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          />
        </Link>
      </li>
      {visibility}
    </MenuSection>
  );
}
