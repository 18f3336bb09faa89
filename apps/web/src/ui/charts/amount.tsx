import type { CSSProperties, ReactNode } from 'react';
import classes from './amount.module.css';

/** Colours for data. The caller decides what each of them means. */
export type SeriesColor = 'cyan' | 'green' | 'blue';

export function seriesStyle(color: SeriesColor): { '--series-color': string } {
  return { '--series-color': `var(--color-secondary-${color})` };
}

interface AmountProps {
  readonly value: string;
  readonly unit: string;
  readonly size?: 16 | 20 | 28 | 44;
}

/** Shows a number with its smaller unit on the same baseline. */
export function Amount({ value, unit, size = 20 }: AmountProps) {
  return (
    <span className={classes.amount} data-size={size}>
      {value}
      <span className={classes.unit}>{unit}</span>
    </span>
  );
}

/** Shows the colour in which a value is drawn elsewhere. */
export function LegendMark({ color }: { readonly color: SeriesColor }) {
  return <span className={classes.mark} style={seriesStyle(color) as CSSProperties} aria-hidden />;
}

interface LabelledProps {
  readonly label: string;
  /** Colour of the value where it is drawn elsewhere. */
  readonly color?: SeriesColor;
  readonly children: ReactNode;
}

/** Shows one of several numbers beside each other, under its name. */
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
  /** `dd` elements that explain the number. */
  readonly children?: ReactNode;
}

/** Shows a single number in a list of terms (`dl`). */
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

/** Class for a `dd` that explains the number of a tile. */
export const tileNote = classes.tileNote;
