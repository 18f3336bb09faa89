import type { CSSProperties } from 'react';
import classes from './amount.module.css';

/** The colours that data may have; what each of them means is the caller's to know. */
export type SeriesColor = 'cyan' | 'green' | 'blue';

export function seriesStyle(color: SeriesColor): { '--series-color': string } {
  return { '--series-color': `var(--color-secondary-${color})` };
}

interface AmountProps {
  readonly value: string;
  readonly unit: string;
  readonly size?: 16 | 20 | 28 | 44;
}

/** A number with its smaller unit on the same baseline. */
export function Amount({ value, unit, size = 20 }: AmountProps) {
  return (
    <span className={classes.amount} data-size={size}>
      {value}
      <span className={classes.unit}>{unit}</span>
    </span>
  );
}

/** Says in which colour a value is drawn elsewhere. */
export function LegendMark({ color }: { readonly color: SeriesColor }) {
  return <span className={classes.mark} style={seriesStyle(color) as CSSProperties} aria-hidden />;
}
