import { StickyFooter } from '#ui/page.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import classes from './ranking-skeleton.module.css';

const rows = Array.from({ length: 10 }, (_, row) => row);

/** The list before it is there: rank, name and value of each row. */
export function ListSkeleton() {
  return (
    <div data-skeleton aria-hidden>
      <div className={classes.heading}>
        <Skeleton height={16} />
      </div>
      <div className={classes.rows}>
        {rows.map((row) => (
          <div key={row} className={classes.row}>
            <Skeleton height={24} />
            <Skeleton height={24} />
            <Skeleton height={24} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** One's own place before it is known. */
export function PlaceSkeleton() {
  return (
    <StickyFooter>
      <div className={classes.place} aria-hidden>
        <Skeleton />
      </div>
    </StickyFooter>
  );
}
