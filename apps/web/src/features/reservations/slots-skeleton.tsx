import { Skeleton } from '#ui/skeleton.tsx';
import classes from './slots-skeleton.module.css';

/** As many rows as the hours of the day have slots left. */
export function SlotsSkeleton({ count }: { readonly count: number }) {
  return (
    <div className={classes.list} data-skeleton aria-hidden>
      {Array.from({ length: Math.max(1, count) }, (_, row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={40} />
          <Skeleton height={44} />
        </div>
      ))}
    </div>
  );
}
