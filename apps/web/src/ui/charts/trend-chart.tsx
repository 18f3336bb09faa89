import { type ReactNode, useRef, useState } from 'react';
import { Amount, type SeriesColor } from './amount.tsx';
import { ChartFigure, ChartPlot, useWidth, ValueAxis } from './chart-frame.tsx';
import { toPosition, scaleAround } from './chart-scale.ts';
import classes from './chart.module.css';

export interface TrendPoint {
  /** Milliseconds. */
  readonly at: number;
  readonly value: number;
  /** When it was, in words. */
  readonly when: string;
  /** What else there is to know. */
  readonly note?: string;
}

interface TrendChartProps<P extends TrendPoint> {
  readonly title: string;
  readonly question: string;
  readonly color: SeriesColor;
  readonly unit: string;
  /** Oldest first. */
  readonly points: readonly P[];
  /** The time that is looked at, in milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly format: (value: number) => string;
  readonly formatTime: (at: number) => string;
  /** A link to what the point stands for. */
  readonly linkTo: (point: P) => ReactNode;
  /** What to say when there is no point. */
  readonly nothing: string;
}

const height = 176;
const area = { left: 48, top: 12, bottom: 144 };
/** Beyond this the dots would run into each other. */
const mostDots = 40;

/** One value over time. */
export function TrendChart<P extends TrendPoint>(props: TrendChartProps<P>) {
  const { title, question, color, unit, points, from, to, format, formatTime, linkTo, nothing } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = points.length - 1;
  const chosen = Math.min(pointed ?? last, last);
  const point = points[chosen];
  if (!point) {
    return (
      <ChartFigure title={title} question={question} color={color} value={null} about={null}>
        <p className={classes.nothing} style={{ height }}>
          {nothing}
        </p>
      </ChartFigure>
    );
  }
  const note = point.note === undefined ? '' : `（${point.note}）`;
  return (
    <ChartFigure
      title={title}
      question={question}
      color={color}
      value={<Amount value={format(point.value)} unit={unit} size={28} />}
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
        valueText={`${point.when} ${format(point.value)}${unit}${note}`}
        positions={points.map(({ at }) => toPosition(at, { from, to }, area.left, width - 8))}
      >
        <TrendDrawing
          points={points}
          from={from}
          to={to}
          format={format}
          formatTime={formatTime}
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
  'points' | 'from' | 'to' | 'format' | 'formatTime'
> {
  readonly width: number;
  readonly chosen: number;
  /** Somebody points at it. */
  readonly guided: boolean;
}

function TrendDrawing({
  points,
  from,
  to,
  format,
  formatTime,
  width,
  chosen,
  guided,
}: TrendDrawingProps) {
  const right = width - 8;
  const scale = scaleAround(
    points.map(({ value }) => value),
    { fromZero: false },
  );
  const spots = points.map(({ at, value }) => ({
    at,
    x: toPosition(at, { from, to }, area.left, right),
    y: toPosition(value, scale, area.bottom, area.top),
  }));
  const spot = spots[chosen];
  return (
    <>
      <ValueAxis {...area} right={right} scale={scale} format={format} />
      <TimeLabels from={from} to={to} right={right} formatTime={formatTime} />
      {spot && guided ? (
        <line className={classes.guide} x1={spot.x} x2={spot.x} y1={area.top} y2={area.bottom} />
      ) : null}
      <polyline className={classes.line} points={spots.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {spots.length <= mostDots
        ? spots.map(({ at, x, y }) => (
            <circle key={at} className={classes.dot} cx={x} cy={y} r={3} />
          ))
        : null}
      {spot ? <circle className={classes.chosenDot} cx={spot.x} cy={spot.y} r={5} /> : null}
    </>
  );
}

interface TimeLabelsProps extends Pick<TrendDrawingProps, 'from' | 'to' | 'formatTime'> {
  readonly right: number;
}

/** The beginning, the middle and the end, as far as they differ. */
function TimeLabels({ from, to, right, formatTime }: TimeLabelsProps) {
  const labels = [
    { x: area.left, at: from, anchor: 'start' },
    { x: (area.left + right) / 2, at: (from + to) / 2, anchor: 'middle' },
    { x: right, at: to, anchor: 'end' },
  ] as const;
  const shown = from === to ? labels.slice(1, 2) : labels;
  return shown.map(({ x, at, anchor }) => (
    <text key={anchor} className={classes.tick} x={x} y={area.bottom + 24} textAnchor={anchor}>
      {formatTime(at)}
    </text>
  ));
}
