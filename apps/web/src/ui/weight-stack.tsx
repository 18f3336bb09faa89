import type { CSSProperties } from 'react';
import classes from './weight-stack.module.css';

/** Milliseconds between two plates that drop in. */
export const plateMs = 80;

interface WeightStackProps {
  /** Number of plates of each group, from the bottom. */
  readonly groups: readonly number[];
  /** Group whose top plate has the pin. */
  readonly pinnedGroup: number;
}

/**
 * Draws plates that drop in one by one, until the pin slides in. Screen readers get nothing, because
 * the numbers of the page say the same.
 */
export function WeightStack({ groups, pinnedGroup }: WeightStackProps) {
  const plates = groups.flatMap((count, group) =>
    Array.from({ length: count }, (_, plate) => ({
      isFirst: plate === 0,
      isPinned: group === pinnedGroup && plate === count - 1,
    })),
  );
  const style = { '--plates': plates.length, '--plate-ms': `${plateMs}ms` } as CSSProperties;
  return (
    <div className={classes.stack} style={style} aria-hidden>
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
    </div>
  );
}
