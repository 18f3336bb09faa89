import { type HistoryPeriod, historyPeriods } from '@tanren/contract/workout-history';
import { useLocation } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { defaultPeriod, periodNames, readPeriodSearch } from './history-period.ts';

/** What the link of a tab is given besides the page it leads to. */
export interface PeriodLinkProps {
  readonly period: HistoryPeriod;
  readonly replace: true;
  readonly resetScroll: false;
  readonly className: string | undefined;
  readonly activeOptions: { readonly exact: true; readonly includeSearch: true };
  readonly 'aria-current': 'page' | undefined;
  readonly children: string;
}

const exactly = { exact: true, includeSearch: true } as const;

export function PeriodTabs({ link: To }: { readonly link: ComponentType<PeriodLinkProps> }) {
  // Of the address, so that the tab answers at once; the charts follow with their data.
  const { period: chosen = defaultPeriod } = useLocation({
    select: ({ search }) => readPeriodSearch(search),
    structuralSharing: true,
  });
  return (
    <Segments label="期間">
      {historyPeriods.map((period) => (
        <To
          key={period}
          period={period}
          replace
          resetScroll={false}
          className={segment}
          activeOptions={exactly}
          aria-current={period === chosen ? 'page' : undefined}
        >
          {periodNames[period]}
        </To>
      ))}
    </Segments>
  );
}
