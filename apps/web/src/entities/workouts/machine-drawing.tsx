import type { Drawing } from './drawing-kit.ts';
import { trunkAndLegDrawings } from './trunk-and-leg-drawings.ts';
import { upperBodyDrawings } from './upper-body-drawings.ts';

const drawings: Readonly<Record<number, Drawing>> = {
  ...upperBodyDrawings,
  ...trunkAndLegDrawings,
};

/** null: only a newer server knows the type. */
export function findDrawing(workoutTypeId: number): Drawing | null {
  return drawings[workoutTypeId] ?? null;
}

interface MachineDrawingProps {
  readonly workoutTypeId: number;
  /** In pixels; it grows with large text. */
  readonly size: number;
  /** What it lies on: an edge in this colour parts limbs from what is behind them. */
  readonly ground?: 'page' | 'card' | 'raised';
}

/**
 * Somebody at work on the machine of a type; red is what moves. It stands beside the name and says
 * nothing more to the ear. For a type that only a newer server knows its place stays empty.
 */
export function MachineDrawing({ workoutTypeId, size, ground = 'card' }: MachineDrawingProps) {
  const drawing = drawings[workoutTypeId];
  const edge = { fill: '#fff', stroke: `var(--surface-${ground})`, paintOrder: 'stroke' } as const;
  return (
    <svg
      viewBox="0 0 96 96"
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem`, flex: 'none' }}
      fill="none"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
      data-workout-type={workoutTypeId}
    >
      {drawing === undefined ? null : (
        <>
          <path d={drawing.frame} stroke="#6e6e6e" />
          <path d={drawing.pads} fill="#6e6e6e" />
          <path d={drawing.far} fill="#8f8f8f" />
          <path d={drawing.body} {...edge} />
          <path d={drawing.force} stroke="var(--color-secondary-red)" />
          <path d={drawing.near} {...edge} />
        </>
      )}
    </svg>
  );
}
