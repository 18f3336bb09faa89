import { useRef, useState } from 'react';
import { Amount, type SeriesColor } from './amount.tsx';
import { ChartFigure, ChartPlot, useWidth, ValueAxis } from './chart-frame.tsx';
import { toPosition, scaleAround, spread } from './chart-scale.ts';
import classes from './chart.module.css';

interface BarPosition {
  readonly group: number;
  readonly x: number;
  readonly width: number;
}

/** Widest a bar may get, so that a single one is not a wall. */
const widest = 24;
/** Of the width of a bar. */
const barGap = 0.25;
const groupGap = 1;

/** Bars of all groups side by side between two positions, with more room between groups. */
export function layOutBars(counts: readonly number[], left: number, right: number): BarPosition[] {
  const bars = counts.reduce((sum, count) => sum + count, 0);
  const units = bars * (1 + barGap) + (counts.length - 1) * groupGap;
  const width = Math.min(widest, (right - left) / units);
  const positions: BarPosition[] = [];
  let x = (left + right - units * width) / 2 + (barGap * width) / 2;
  for (const [group, count] of counts.entries()) {
    for (let index = 0; index < count; index += 1) {
      positions.push({ group, x, width });
      x += width * (1 + barGap);
    }
    x += width * groupGap;
  }
  return positions;
}

interface Bar {
  readonly value: number;
  /** Which one it is, in words. */
  readonly about: string;
}

interface BarGroup {
  readonly label: string;
  readonly bars: readonly Bar[];
}

interface BarChartProps {
  readonly title: string;
  readonly question: string;
  readonly color: SeriesColor;
  readonly unit: string;
  /** What the labels below count. */
  readonly groupUnit: string;
  readonly groups: readonly BarGroup[];
  readonly format: (value: number) => string;
}

const height = 196;
const area = { left: 48, top: 12, bottom: 148 };

/** Bars in groups, from zero; the highest ones in the colour. */
export function BarChart(props: BarChartProps) {
  const { title, question, color, unit, groupUnit, groups, format } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<number | null>(null);
  const bars = groups.flatMap((group) => group.bars);
  const values = bars.map(({ value }) => value);
  const chosen = Math.min(pointed ?? values.indexOf(Math.max(...values)), bars.length - 1);
  const bar = bars[chosen];
  if (bar === undefined) return null;
  const counts = groups.map((group) => group.bars.length);
  const positions = layOutBars(counts, area.left, width - 8);
  return (
    <ChartFigure
      title={title}
      question={question}
      color={color}
      value={<Amount value={format(bar.value)} unit={unit} size={28} />}
      about={bar.about}
    >
      <ChartPlot
        label={`${title}のグラフ`}
        frame={frame}
        width={width}
        height={height}
        chosen={chosen}
        choose={setPointed}
        valueText={`${bar.about} ${format(bar.value)}${unit}`}
        positions={positions.map(({ x, width: wide }) => x + wide / 2)}
      >
        <BarDrawing
          groups={groups}
          groupUnit={groupUnit}
          format={format}
          values={values}
          positions={positions}
          right={width - 8}
          // As long as nothing is pointed at, the highest shows its colour.
          chosen={pointed === null ? -1 : chosen}
        />
      </ChartPlot>
    </ChartFigure>
  );
}

interface BarDrawingProps extends Pick<BarChartProps, 'groups' | 'groupUnit' | 'format'> {
  readonly values: readonly number[];
  readonly positions: readonly BarPosition[];
  readonly right: number;
  readonly chosen: number;
}

function BarDrawing({
  groups,
  groupUnit,
  format,
  values,
  positions,
  right,
  chosen,
}: BarDrawingProps) {
  const scale = scaleAround(values, { fromZero: true });
  const highest = Math.max(...values);
  const labelled = new Set(spread(groups.length - 1, Math.floor((right - area.left) / 32)));
  return (
    <>
      <ValueAxis {...area} right={right} scale={scale} format={format} />
      {positions.map(({ x, width }, index) => {
        const value = values[index] ?? 0;
        const y = toPosition(value, scale, area.bottom, area.top);
        return (
          <rect
            key={x}
            className={classes.bar}
            data-peak={value === highest || undefined}
            data-chosen={index === chosen || undefined}
            x={x}
            y={y}
            width={width}
            height={area.bottom - y}
            rx={Math.min(2, width / 2)}
          />
        );
      })}
      {groups.map(({ label }, index) => {
        const own = positions.filter(({ group }) => group === index);
        const [first] = own;
        const last = own.at(-1);
        if (!first || !last || !labelled.has(index)) return null;
        const middle = (first.x + last.x + last.width) / 2;
        return (
          <text
            key={label}
            className={classes.tick}
            x={middle}
            y={area.bottom + 20}
            textAnchor="middle"
          >
            {label}
          </text>
        );
      })}
      <text className={classes.tick} x={right} y={area.bottom + 40} textAnchor="end">
        {groupUnit}
      </text>
    </>
  );
}
