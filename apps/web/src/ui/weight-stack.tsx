import type { CSSProperties } from 'react';
import classes from './weight-stack.module.css';

/** Milliseconds between two plates that drop in. */
export const plateMs = 80;

interface WeightStackProps {
  /** Number of plates of each group, from the bottom. */
  readonly groups: readonly number[];
  /** Group whose top plate has the pin. Absent for a stack without a pin. */
  readonly pinnedGroup?: number;
  /** Number of plates above the others that are still missing. They are drawn as outlines. */
  readonly missing?: number;
  /** Whether it is a still picture beside numbers instead of the picture of a page. */
  readonly small?: boolean;
}

/**
 * Draws plates that drop in one by one, until the pin slides in. Screen readers get nothing, because
 * the numbers of the page say the same.
 */
export function WeightStack({ groups, pinnedGroup, missing = 0, small = false }: WeightStackProps) {
  const plates = groups.flatMap((count, group) =>
    Array.from({ length: count }, (_, plate) => ({
      isFirst: plate === 0,
      isPinned: group === pinnedGroup && plate === count - 1,
    })),
  );
  const style = { '--plates': plates.length, '--plate-ms': `${plateMs}ms` } as CSSProperties;
  return (
    <div className={classes.stack} data-small={small || undefined} style={style} aria-hidden>
      {plates.map(({ isFirst, isPinned }, place) => (
        <span
          // Plates have no identity, only a place.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          className={classes.plate}
          data-first={isFirst || undefined}
          data-pinned={isPinned || undefined}
          style={{ '--place': place } as CSSProperties}
        />
      ))}
      {Array.from({ length: missing }, (_, place) => (
        <span key={`missing-${place}`} className={classes.plate} data-missing />
      ))}
    </div>
  );
}
