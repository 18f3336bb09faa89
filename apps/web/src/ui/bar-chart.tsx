import { useRef, useState } from 'react';
import { Amount } from './amount.tsx';
import { ValueAxis } from './chart-axis.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { place, scaleAround, spread } from './chart-scale.ts';
import { layOutBars, type PlacedBar } from './lay-out-bars.ts';
import type { SeriesColor } from './series-color.ts';
import { useWidth } from './use-width.ts';
import classes from './chart.module.css';

export interface Bar {
  readonly value: number;
  /** Which one it is, in words. */
  readonly about: string;
}

export interface BarGroup {
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
  const places = layOutBars(counts, area.left, width - 8);
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
        places={places.map(({ x, width: wide }) => x + wide / 2)}
      >
        <BarDrawing
          groups={groups}
          groupUnit={groupUnit}
          format={format}
          values={values}
          places={places}
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
  readonly places: readonly PlacedBar[];
  readonly right: number;
  readonly chosen: number;
}

function BarDrawing({ groups, groupUnit, format, values, places, right, chosen }: BarDrawingProps) {
  const scale = scaleAround(values, { fromZero: true });
  const highest = Math.max(...values);
  const labelled = new Set(spread(groups.length - 1, Math.floor((right - area.left) / 32)));
  return (
    <>
      <ValueAxis {...area} right={right} scale={scale} format={format} />
      {places.map(({ x, width }, index) => {
        const value = values[index] ?? 0;
        const y = place(value, scale, area.bottom, area.top);
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
        const own = places.filter(({ group }) => group === index);
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
