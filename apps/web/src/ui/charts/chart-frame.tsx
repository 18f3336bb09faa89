import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useState,
} from 'react';
import { Box, Note, Row, Text } from '#ui/layout.tsx';
import { LegendMark, type SeriesColor, seriesStyle } from './amount.tsx';
import { findNearest, toPosition, type Scale } from './chart-scale.ts';
import classes from './chart.module.css';

/**
 * Returns the width of an element in px. It is 0 until it has been measured, which happens before
 * the first paint.
 */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // The observer reports at once, still before the first paint.
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
  /** Unit, shown once at the highest line. */
  readonly unit: string;
}

/** Draws lines at round values, each with its number at the left. */
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
  /** Description of the drawing for screen readers. */
  readonly label: string;
  /** Element whose width was measured. The width is 0 before that. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly height: number;
  readonly chosen: number;
  /** Chooses a value. `null` returns to the value that is shown by default. */
  readonly choose: (index: number | null) => void;
  /** Description of the chosen value. */
  readonly valueText: string;
  /** Horizontal positions of the values, in px. */
  readonly positions: readonly number[];
  readonly children: ReactNode;
}

/**
 * Shows the drawing and lets the reader point at a part of it: by mouse, by finger (sideways, while
 * up and down scrolls the page), and by the arrow keys on an invisible slider over it.
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
        // Lifting the finger is reported as leaving, too. The chosen value then stays readable.
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
  /** Sentence that sums up the drawing: `3か月で+2.5kg`. */
  readonly answer: string;
  /** Explanation of what is measured, if the title does not say it. */
  readonly note?: string | undefined;
  /** Colour of the drawing. Absent where two things are compared. */
  readonly color?: SeriesColor;
  /** The chosen value. */
  readonly value: ReactNode;
  /** Description of what the value belongs to. */
  readonly about: ReactNode;
  readonly children: ReactNode;
}

/** Shows a drawing under its title, with the chosen value written out. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, answer, note, color, value, about, children } = props;
  const id = useId();
  return (
    <Box
      as="section"
      card
      padding={16}
      shrinks
      style={color === undefined ? undefined : (seriesStyle(color) as CSSProperties)}
      aria-labelledby={id}
    >
      <Note id={id} as="h2" weight={500} leading="snug">
        {color === undefined ? null : <LegendMark color={color} />}
        {title}
      </Note>
      {answer === '' ? null : (
        <Text size={20} weight={700} leading="tight">
          {answer}
        </Text>
      )}
      {note === undefined ? null : (
        <Text size={12} quiet leading="snug">
          {note}
        </Text>
      )}
      <Row gap={8} rowGap={0} align="baseline" wrap below={8} className={classes.readout}>
        {value}
        <Text as="span" size={12} quiet className={classes.about}>
          {about}
        </Text>
      </Row>
      {children}
    </Box>
  );
}
