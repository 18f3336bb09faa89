import type { CSSProperties } from 'react';
import { type SeriesColor, seriesStyle } from './series-color.ts';
import classes from './legend-mark.module.css';

/** Says in which colour a value is drawn elsewhere. */
export function LegendMark({ color }: { readonly color: SeriesColor }) {
  return <span className={classes.mark} style={seriesStyle(color) as CSSProperties} aria-hidden />;
}
