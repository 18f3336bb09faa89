/** The colours that data may have; what each of them means is the caller's to know. */
export type SeriesColor = 'cyan' | 'green' | 'blue';

export function seriesStyle(color: SeriesColor): { '--series-color': string } {
  return { '--series-color': `var(--color-secondary-${color})` };
}
