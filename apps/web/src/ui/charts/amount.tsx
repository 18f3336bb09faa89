import type { CSSProperties, ReactNode } from 'react';
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

interface LabelledProps {
  readonly label: string;
  /** Of the value, where it is drawn elsewhere. */
  readonly color?: SeriesColor;
  readonly children: ReactNode;
}

/** One of several numbers beside each other, under its name. */
export function Labelled({ label, color, children }: LabelledProps) {
  return (
    <span className={classes.labelled}>
      <span className={classes.label}>
        {color === undefined ? null : <LegendMark color={color} />}
        {label}
      </span>
      {children}
    </span>
  );
}

interface NumberTileProps {
  readonly label: string;
  readonly color: SeriesColor;
  readonly value: ReactNode;
  /** What there is to know about it: `dd` elements. */
  readonly children?: ReactNode;
}

/** A number that stands alone, in a list of terms (`dl`). */
export function NumberTile({ label, color, value, children }: NumberTileProps) {
  return (
    <div className={classes.tile}>
      <dt>
        <LegendMark color={color} />
        {label}
      </dt>
      <dd>{value}</dd>
      {children}
    </div>
  );
}

/** For a `dd` that explains the number of a tile. */
export const tileNote = classes.tileNote;
