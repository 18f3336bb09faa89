import type { CSSProperties } from 'react';
import { type SeriesColor, seriesStyle } from './amount.tsx';
import { toPosition } from './chart-scale.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  /** Values at equal distances, oldest first. A gap is `null`, and the line goes on over it. */
  readonly values: readonly (number | null)[];
  readonly color: SeriesColor;
}

const [width, height, margin] = [120, 36, 5];

/**
 * Draws how a value changed, in a small space without numbers. Screen readers get nothing, because
 * the text beside it says the change.
 */
export function Sparkline({ values, color }: SparklineProps) {
  const known = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
  const all = known.map(({ value }) => value);
  const scale = { from: Math.min(...all), to: Math.max(...all) };
  const points = known.map(({ value, place }) => ({
    x: toPosition(place, { from: 0, to: values.length - 1 }, margin, width - margin),
    y: toPosition(value, scale, height - margin, margin),
  }));
  const last = points.at(-1);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={classes.line}
      style={seriesStyle(color) as CSSProperties}
      aria-hidden
      focusable="false"
    >
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last === undefined ? null : <circle cx={last.x} cy={last.y} r={3.5} />}
    </svg>
  );
}
