import { Link } from '@tanstack/react-router';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { dropWishes, type ReservationsSearch } from './reservations-search.ts';
import classes from './reservations.module.css';

interface ViewTabsProps {
  readonly search: ReservationsSearch;
  /** null: not known yet. */
  readonly count: number | null;
}

/** On a phone one of the two at a time; a wide screen has room for both. */
export function ViewTabs({ search, count }: ViewTabsProps) {
  const link = {
    to: '/reservations',
    replace: true,
    className: segment,
    activeOptions: { exact: true },
  } as const;
  return (
    <div className={classes.tabs}>
      <Segments label="予約の表示">
        <Link {...link} search={dropWishes(search, 'view')}>
          空き枠
        </Link>
        <Link {...link} search={{ ...dropWishes(search, 'move'), view: 'mine' }}>
          予約一覧{count === null || count === 0 ? '' : `（${count}）`}
        </Link>
      </Segments>
    </div>
  );
}
