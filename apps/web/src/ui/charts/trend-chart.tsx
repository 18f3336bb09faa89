import { type ReactNode, useRef, useState } from 'react';
import { Stack } from '#ui/layout.tsx';
import { Amount, type SeriesColor } from './amount.tsx';
import { ChartFigure, ChartPlot, useWidth, ValueAxis } from './chart-frame.tsx';
import { toPosition, scaleAround } from './chart-scale.ts';
import classes from './chart.module.css';

export interface TrendPoint {
  /** Time in milliseconds. */
  readonly at: number;
  readonly value: number;
  /** Range in which the true value probably is. Drawn as a band around the line. */
  readonly range?: { readonly low: number; readonly high: number };
  /** Time in words. */
  readonly when: string;
  /** Additional remark. */
  readonly note?: string;
}

interface TrendChartProps<P extends TrendPoint> {
  readonly title: string;
  /** Sentence that sums up the drawing. */
  readonly answer: string;
  readonly note?: string;
  readonly color: SeriesColor;
  readonly unit: string;
  /** Points, oldest first. */
  readonly points: readonly P[];
  /** Start and end of the shown period, in milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly format: (value: number) => string;
  /** Describes the chosen point without its unit. By default this is its formatted value. */
  readonly describe?: (point: P) => string;
  /** Labels at the start, the middle and the end of the period. */
  readonly timeLabels: readonly [string, string, string];
  /** Finds the point to mark, if it is among the points, and gives its label. */
  readonly best?: { readonly matches: (point: P) => boolean; readonly label: string };
  /** Future value, drawn as a line with its label. */
  readonly next?: { readonly value: number; readonly label: string } | undefined;
  /** Renders a link to the content of a point, or only its time. */
  readonly linkTo: (point: P) => ReactNode;
  /** Text when there are no points. */
  readonly nothing: string;
}

const height = 188;
/** Area of the plot in px. There is space for the mark above the highest point. */
const area = { left: 48, top: 24, bottom: 156 };
/** Maximum number of points with dots. More of them would overlap. */
const maxDots = 40;

/** Draws one value over time. */
export function TrendChart<P extends TrendPoint>(props: TrendChartProps<P>) {
  const { title, answer, note: about, color, unit, points, from, to, format, linkTo } = props;
  const { timeLabels, best, next, nothing, describe = ({ value }) => format(value) } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = points.length - 1;
  const chosen = Math.min(pointed ?? last, last);
  const point = points[chosen];
  if (!point) {
    return (
      <ChartFigure title={title} answer="" note={about} color={color} value={null} about={null}>
        <Stack as="p" align="center" justify="center" size={14} quiet centered style={{ height }}>
          {nothing}
        </Stack>
      </ChartFigure>
    );
  }
  const note = point.note === undefined ? '' : `（${point.note}）`;
  const value = describe(point);
  return (
    <ChartFigure
      title={title}
      answer={answer}
      note={about}
      color={color}
      value={<Amount value={value} unit={unit} size={20} />}
      about={
        <>
          {linkTo(point)}
          {note}
        </>
      }
    >
      <ChartPlot
        label={`${title}のグラフ`}
        frame={frame}
        width={width}
        height={height}
        chosen={chosen}
        choose={setPointed}
        valueText={`${point.when} ${value}${unit}${note}`}
        positions={points.map(({ at }) => toPosition(at, { from, to }, area.left, width - 8))}
      >
        <TrendDrawing
          points={points}
          from={from}
          to={to}
          format={format}
          unit={unit}
          timeLabels={timeLabels}
          best={best === undefined ? -1 : points.findIndex(best.matches)}
          bestLabel={best?.label}
          next={next}
          width={width}
          chosen={chosen}
          guided={pointed !== null}
        />
      </ChartPlot>
    </ChartFigure>
  );
}

interface TrendDrawingProps extends Pick<
  TrendChartProps<TrendPoint>,
  'points' | 'from' | 'to' | 'format' | 'unit' | 'timeLabels' | 'next'
> {
  readonly width: number;
  readonly chosen: number;
  /** Index of the best point. -1 when it is not among the points. */
  readonly best: number;
  readonly bestLabel: string | undefined;
  /** Whether the reader points at it. */
  readonly guided: boolean;
}

function TrendDrawing(props: TrendDrawingProps) {
  const {
    points,
    from,
    to,
    format,
    unit,
    timeLabels,
    next,
    width,
    chosen,
    best,
    bestLabel,
    guided,
  } = props;
  const right = width - 8;
  const values = points.flatMap(({ value, range }) =>
    range === undefined ? [value] : [range.low, range.high],
  );
  const scale = scaleAround(next === undefined ? values : [...values, next.value], {
    fromZero: false,
  });
  const spots = points.map(({ at, value }) => ({
    at,
    x: toPosition(at, { from, to }, area.left, right),
    y: toPosition(value, scale, area.bottom, area.top),
  }));
  const edge = (side: 'low' | 'high') =>
    points.map(({ at, value, range }) => {
      const x = toPosition(at, { from, to }, area.left, right);
      return `${x},${toPosition(range?.[side] ?? value, scale, area.bottom, area.top)}`;
    });
  const spot = spots[chosen];
  const bestSpot = spots[best];
  return (
    <>
      <ValueAxis {...area} right={right} scale={scale} format={format} unit={unit} />
      <TimeLabels labels={timeLabels} right={right} />
      {spot && guided ? (
        <line className={classes.guide} x1={spot.x} x2={spot.x} y1={area.top} y2={area.bottom} />
      ) : null}
      {next === undefined ? null : (
        <NextLine
          y={toPosition(next.value, scale, area.bottom, area.top)}
          right={right}
          label={next.label}
        />
      )}
      {points.some(({ range }) => range !== undefined) ? (
        <polygon
          className={classes.band}
          points={[...edge('low'), ...edge('high').toReversed()].join(' ')}
        />
      ) : null}
      <polyline className={classes.line} points={spots.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {spots.length <= maxDots
        ? spots.map(({ at, x, y }) => (
            <circle key={at} className={classes.dot} cx={x} cy={y} r={3} />
          ))
        : null}
      {spot ? <circle className={classes.chosenDot} cx={spot.x} cy={spot.y} r={5} /> : null}
      {bestSpot && bestLabel !== undefined ? (
        <BestMark {...bestSpot} right={right} label={bestLabel} />
      ) : null}
    </>
  );
}

interface NextLineProps {
  readonly y: number;
  readonly right: number;
  readonly label: string;
}

/** Draws the next value. Its label is at the left, where the line of a growing value is low. */
function NextLine({ y, right, label }: NextLineProps) {
  return (
    <>
      <line className={classes.next} x1={area.left} x2={right} y1={y} y2={y} />
      <text className={classes.label} x={area.left + 4} y={y - 6}>
        {label}
      </text>
    </>
  );
}

interface BestMarkProps {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly label: string;
}

/** Half the width of the label in px, so that it stays inside the plot. */
const labelHalf = 34;

/** Draws the mark of the best point, with its label above it, where no line can be. */
function BestMark({ x, y, right, label }: BestMarkProps) {
  const middle = Math.min(Math.max(x, area.left + labelHalf), right - labelHalf);
  return (
    <>
      <circle className={classes.bestDot} cx={x} cy={y} r={4} />
      <text className={classes.label} x={middle} y={y - 10} textAnchor="middle">
        {label}
      </text>
    </>
  );
}

interface TimeLabelsProps {
  readonly labels: readonly [string, string, string];
  readonly right: number;
}

/** Draws the labels of start, middle and end, as far as they differ. */
function TimeLabels({ labels, right }: TimeLabelsProps) {
  const [first, middle, last] = labels;
  const places = [
    { x: area.left, label: first, anchor: 'start' },
    { x: (area.left + right) / 2, label: middle, anchor: 'middle' },
    { x: right, label: last, anchor: 'end' },
  ] as const;
  return places.map(({ x, label, anchor }) => (
    <text key={anchor} className={classes.tick} x={x} y={area.bottom + 24} textAnchor={anchor}>
      {label}
    </text>
  ));
}
