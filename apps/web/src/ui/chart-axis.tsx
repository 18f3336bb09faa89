import { place, type Scale } from './chart-scale.ts';
import classes from './chart.module.css';

interface ValueAxisProps {
  readonly scale: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly format: (value: number) => string;
}

/** Lines at round values, each with its number at the left. */
export function ValueAxis({ scale, left, right, top, bottom, format }: ValueAxisProps) {
  return scale.ticks.map((tick) => {
    const y = place(tick, scale, bottom, top);
    return (
      <g key={tick}>
        <line className={classes.grid} x1={left} x2={right} y1={y} y2={y} />
        <text className={classes.tick} x={left - 8} y={y + 4} textAnchor="end">
          {format(tick)}
        </text>
      </g>
    );
  });
}
