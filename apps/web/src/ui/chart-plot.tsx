import { type PointerEvent, type ReactNode, type RefObject } from 'react';
import { findNearest } from './chart-scale.ts';
import classes from './chart.module.css';

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
  readonly places: readonly number[];
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
  places,
  children,
}: ChartPlotProps) {
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    choose(findNearest(places, event.clientX - left));
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
        max={places.length - 1}
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
