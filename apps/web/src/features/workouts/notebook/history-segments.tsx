import { Link, useLocation } from '@tanstack/react-router';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { type HistorySearch, readHistorySearch } from './history-view.ts';

const segmentViews = [
  { view: undefined, name: '来館' },
  { view: 'types', name: '種目' },
  { view: 'muscles', name: '部位' },
] as const;

const exactly = { exact: true, includeSearch: true } as const;

/** Shows the three views of the history as links, so that 戻る returns to the view before. */
export function HistorySegments() {
  // The view comes from the address, so that the segment is marked at once. The content follows
  // when it has loaded. The list of all visits belongs to the first view.
  const view = useLocation({ select: ({ search }) => readHistorySearch(search).view });
  const shown = view === 'list' ? undefined : view;
  return (
    <Segments label="履歴の見方">
      {segmentViews.map((one) => (
        <Link
          key={one.name}
          to="/workouts"
          search={searchView(one.view)}
          className={segment}
          activeOptions={exactly}
          aria-current={one.view === shown ? 'page' : undefined}
        >
          {one.name}
        </Link>
      ))}
    </Segments>
  );
}

function searchView(view: HistorySearch['view'] | undefined): HistorySearch {
  return view === undefined ? {} : { view };
}
