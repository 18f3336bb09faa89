import { type CSSProperties, type ReactNode, useId } from 'react';
import { LegendMark } from './legend-mark.tsx';
import { type SeriesColor, seriesStyle } from './series-color.ts';
import classes from './chart.module.css';

interface ChartFigureProps {
  readonly title: string;
  /** What the drawing answers, in a few words. */
  readonly question: string;
  readonly color: SeriesColor;
  /** The value that is pointed at. */
  readonly value: ReactNode;
  /** What that value belongs to. */
  readonly about: ReactNode;
  readonly children: ReactNode;
}

/** A drawing under its name, with the value it is about written out. */
export function ChartFigure({ title, question, color, value, about, children }: ChartFigureProps) {
  const id = useId();
  return (
    <section
      className={classes.figure}
      style={seriesStyle(color) as CSSProperties}
      aria-labelledby={id}
    >
      <div className={classes.caption}>
        <div>
          <h2 id={id} className={classes.title}>
            <LegendMark color={color} />
            {title}
          </h2>
          <p className={classes.question}>{question}</p>
        </div>
        <div className={classes.readout}>
          {value}
          <span className={classes.about}>{about}</span>
        </div>
      </div>
      {children}
    </section>
  );
}
