import type { CSSProperties, ReactNode } from 'react';
import { Box, look, Note, Text } from '#ui/layout.tsx';
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

/** Sizes of the unit by the size of its number. */
const unitSizes = { 16: 12, 20: 12, 28: 14, 44: 20 } as const;

/** Shows a number with its smaller unit on the same baseline. */
export function Amount({ value, unit, size = 20 }: AmountProps) {
  return (
    <Text as="span" size={size} weight={700} leading="flat" nowrap>
      {value}
      <Text as="span" size={unitSizes[size]} weight={400} quiet className={classes.unit}>
        {unit}
      </Text>
    </Text>
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
      <Text as="span" size={12} quiet leading="snug">
        {color === undefined ? null : <LegendMark color={color} />}
        {label}
      </Text>
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
    <Box card padding="12 16">
      <Note as="dt" leading="snug">
        <LegendMark color={color} />
        {label}
      </Note>
      <dd>{value}</dd>
      {children}
    </Box>
  );
}

/** Class for a `dd` that explains the number of a tile. */
export const tileNote = look('quiet', 'size-12', 'leading-loose');
