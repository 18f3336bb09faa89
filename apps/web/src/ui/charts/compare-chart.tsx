import { useRef, useState } from 'react';
import { Row } from '#ui/layout.tsx';
import { Amount } from './amount.tsx';
import { ChartFigure, ChartPlot, useWidth, ValueAxis } from './chart-frame.tsx';
import { scaleAround, spread, toPosition } from './chart-scale.ts';
import classes from './chart.module.css';

interface Slot {
  readonly group: number;
  /** Index within the group. */
  readonly index: number;
  readonly x: number;
}

/** Gap between two groups, in steps between two values of a group. */
const groupGap = 2;

/**
 * Places the slots of all groups side by side between two positions, with more space between
 * groups.
 */
export function layOutSlots(counts: readonly number[], left: number, right: number): Slot[] {
  const steps = counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  const units = steps + Math.max(0, counts.length - 1) * groupGap;
  const step = units === 0 ? 0 : (right - left) / units;
  const slots: Slot[] = [];
  let x = units === 0 ? (left + right) / 2 : left;
  for (const [group, count] of counts.entries()) {
    for (let index = 0; index < count; index += 1)
      slots.push({ group, index, x: x + index * step });
    x += (Math.max(0, count - 1) + groupGap) * step;
  }
  return slots;
}

interface ComparedGroup {
  readonly label: string;
  readonly current: readonly number[];
  readonly before: readonly number[];
}

interface CompareChartProps {
  readonly title: string;
  /** Sentence that sums up the drawing. */
  readonly answer: string;
  readonly unit: string;
  /** Names of the two lines. */
  readonly names: { readonly current: string; readonly before: string };
  /** Unit of the labels below the groups. */
  readonly groupUnit: string;
  readonly groups: readonly ComparedGroup[];
  readonly format: (value: number) => string;
  /** Whether the axis starts at zero instead of just below the values. */
  readonly fromZero?: boolean;
  /** Describes a value by its group and its index in the group, both counted from 0. */
  readonly describe: (group: number, index: number) => string;
}

const height = 196;
const area = { left: 48, top: 12, bottom: 148 };

/** Draws two lines in groups: this workout in white, the previous one in grey and dashed. */
export function CompareChart(props: CompareChartProps) {
  const { title, answer, unit, names, groups, format, describe } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<number | null>(null);
  const counts = groups.map(({ current, before }) => Math.max(current.length, before.length));
  const slots = layOutSlots(counts, area.left + 8, width - 16);
  const chosen = Math.min(pointed ?? 0, slots.length - 1);
  const slot = slots[chosen];
  if (slot === undefined) return null;
  const group = groups[slot.group];
  const current = group?.current[slot.index];
  const before = group?.before[slot.index];
  const describeValue = (value: number | undefined) =>
    value === undefined ? '—' : `${format(value)}${unit}`;
  const compares = groups.some((one) => one.before.length > 0);
  const about = describe(slot.group, slot.index);
  const beforeWords = compares ? ` ${names.before}${describeValue(before)}` : '';
  return (
    <ChartFigure
      title={title}
      answer={answer}
      value={current === undefined ? '—' : <Amount value={format(current)} unit={unit} size={20} />}
      about={`${about}${beforeWords}`}
    >
      {compares ? (
        <Row as="p" gap={8} align="center" below={8} size={12} quiet leading="snug" aria-hidden>
          <span className={classes.currentMark} />
          {names.current}
          <span className={classes.beforeMark} />
          {names.before}
        </Row>
      ) : null}
      <ChartPlot
        label={`${title}のグラフ`}
        frame={frame}
        width={width}
        height={height}
        chosen={chosen}
        choose={setPointed}
        valueText={`${about} ${describeValue(current)}${beforeWords}`}
        positions={slots.map(({ x }) => x)}
      >
        <CompareDrawing
          {...props}
          slots={slots}
          right={width - 8}
          guide={pointed === null ? null : slot.x}
        />
      </ChartPlot>
    </ChartFigure>
  );
}

interface CompareDrawingProps extends Pick<
  CompareChartProps,
  'groups' | 'groupUnit' | 'format' | 'fromZero' | 'unit'
> {
  readonly slots: readonly Slot[];
  readonly right: number;
  /** Position that the reader points at. `null` if there is none. */
  readonly guide: number | null;
}

function CompareDrawing(props: CompareDrawingProps) {
  const { groups, groupUnit, format, fromZero = false, unit, slots, right, guide } = props;
  const values = groups.flatMap(({ current, before }) => [...current, ...before]);
  const scale = scaleAround(values, { fromZero });
  const labelled = new Set(spread(groups.length - 1, Math.floor((right - area.left) / 32)));
  const place = (group: number, series: readonly number[]) =>
    series.map((value, index) => ({
      x: slots.find((slot) => slot.group === group && slot.index === index)?.x ?? 0,
      y: toPosition(value, scale, area.bottom, area.top),
    }));
  const join = (spots: readonly { x: number; y: number }[]) =>
    spots.map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    <>
      <ValueAxis {...area} right={right} scale={scale} format={format} unit={unit} />
      {guide === null ? null : (
        <line className={classes.guide} x1={guide} x2={guide} y1={area.top} y2={area.bottom} />
      )}
      {groups.map(({ label, current, before }, group) => {
        const spots = place(group, current);
        const own = slots.filter((slot) => slot.group === group);
        const middle = ((own[0]?.x ?? 0) + (own.at(-1)?.x ?? 0)) / 2;
        return (
          <g key={label}>
            <polyline className={classes.beforeLine} points={join(place(group, before))} />
            <polyline className={classes.currentLine} points={join(spots)} />
            {spots.map(({ x, y }) => (
              <circle key={x} className={classes.currentDot} cx={x} cy={y} r={3} />
            ))}
            {labelled.has(group) && own.length > 0 ? (
              <text className={classes.tick} x={middle} y={area.bottom + 20} textAnchor="middle">
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
      <text className={classes.tick} x={right} y={area.bottom + 40} textAnchor="end">
        {groupUnit}
      </text>
    </>
  );
}
