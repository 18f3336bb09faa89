import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useState,
} from 'react';
import { LegendMark, type SeriesColor, seriesStyle } from './amount.tsx';
import { findNearest, toPosition, type Scale } from './chart-scale.ts';
import classes from './chart.module.css';

/** The width of an element in px; 0 until it is known, which is before anything is painted. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // It reports at once, still before the first paint.
    const observer = new ResizeObserver(() => {
      setWidth(current.clientWidth);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}

interface ValueAxisProps {
  readonly scale: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly format: (value: number) => string;
  /** Said once, at the highest line. */
  readonly unit: string;
}

/** Lines at round values, each with its number at the left. */
export function ValueAxis({ scale, left, right, top, bottom, format, unit }: ValueAxisProps) {
  return scale.ticks.map((tick) => {
    const y = toPosition(tick, scale, bottom, top);
    return (
      <g key={tick}>
        <line className={classes.grid} x1={left} x2={right} y1={y} y2={y} />
        <text className={classes.tick} x={left - 8} y={y + 4} textAnchor="end">
          {format(tick)}
          {tick === scale.to ? unit : ''}
        </text>
      </g>
    );
  });
}

interface ChartPlotProps {
  /** What is drawn, for those who hear it. */
  readonly label: string;
  /** Of the element that the width was measured of; 0 until it was. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly height: number;
  readonly chosen: number;
  /** null: back to what is shown when nobody points. */
  readonly choose: (index: number | null) => void;
  /** The chosen one in words. */
  readonly valueText: string;
  /** Where each one lies. */
  readonly positions: readonly number[];
  readonly children: ReactNode;
}

/**
 * The drawing and the ways to point at a part of it: mouse, finger (sideways; up and down still
 * scrolls the page), and the arrow keys by a slider that lies over it unseen.
 */
export function ChartPlot({
  label,
  frame,
  width,
  height,
  chosen,
  choose,
  valueText,
  positions,
  children,
}: ChartPlotProps) {
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    choose(findNearest(positions, event.clientX - left));
  };
  return (
    <div
      ref={frame}
      className={classes.plot}
      style={{ height }}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={(event) => {
        // A finger that was lifted has left, too; what it pointed at stays to be read.
        if (event.pointerType === 'mouse') choose(null);
      }}
    >
      {width > 0 ? (
        <svg className={classes.drawing} width={width} height={height} aria-hidden>
          {children}
        </svg>
      ) : null}
      <input
        type="range"
        className={classes.keys}
        min={0}
        max={positions.length - 1}
        step={1}
        value={chosen}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => {
          choose(event.currentTarget.valueAsNumber);
        }}
      />
    </div>
  );
}

interface ChartFigureProps {
  readonly title: string;
  /** What the drawing shows, in words: `3か月で+2.5kg`. */
  readonly answer: string;
  /** What is measured, where the title does not say it. */
  readonly note?: string | undefined;
  /** Of what is drawn; none where two things are compared. */
  readonly color?: SeriesColor;
  /** The value that is pointed at. */
  readonly value: ReactNode;
  /** What that value belongs to. */
  readonly about: ReactNode;
  readonly children: ReactNode;
}

/** A drawing under its name, with the value it is about written out. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, answer, note, color, value, about, children } = props;
  const id = useId();
  return (
    <section
      className={classes.figure}
      style={color === undefined ? undefined : (seriesStyle(color) as CSSProperties)}
      aria-labelledby={id}
    >
      <h2 id={id} className={classes.title}>
        {color === undefined ? null : <LegendMark color={color} />}
        {title}
      </h2>
      {answer === '' ? null : <p className={classes.answer}>{answer}</p>}
      {note === undefined ? null : <p className={classes.note}>{note}</p>}
      <div className={classes.readout}>
        {value}
        <span className={classes.about}>{about}</span>
      </div>
      {children}
    </section>
  );
}
