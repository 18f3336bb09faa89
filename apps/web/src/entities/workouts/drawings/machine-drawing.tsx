import type { Drawing } from './drawing-kit.ts';
import { trunkAndLegDrawings } from './trunk-and-leg-drawings.ts';
import { upperBodyDrawings } from './upper-body-drawings.ts';

const drawings: Readonly<Record<number, Drawing>> = {
  ...upperBodyDrawings,
  ...trunkAndLegDrawings,
};

/** Returns `null` for a type that only a newer server knows. */
export function findDrawing(workoutTypeId: number): Drawing | null {
  return drawings[workoutTypeId] ?? null;
}

interface MachineDrawingProps {
  readonly workoutTypeId: number;
  /** Size in pixels at the default text size. The drawing grows with larger text. */
  readonly size: number;
  /**
   * Background of the drawing. Limbs get an edge in its colour to separate them from the parts
   * behind.
   */
  readonly ground?: 'page' | 'card' | 'raised';
  /**
   * Whether the drawing moves to its place on the next page that shows it in this way. A page may
   * show each type only once in this way.
   */
  readonly moves?: boolean;
}

/** Size in pixels from which the moving part is red. In lists, red would compete with the next step. */
const largeFrom = 96;

/**
 * Draws a person on a machine of the type, with the moving part in red if the drawing is large.
 * Screen readers ignore it, because the name is beside it. For a type that only a newer server knows, the space stays empty.
 */
export function MachineDrawing({
  workoutTypeId,
  size,
  ground = 'card',
  moves = false,
}: MachineDrawingProps) {
  const drawing = drawings[workoutTypeId];
  const edge = { fill: '#fff', stroke: `var(--surface-${ground})`, paintOrder: 'stroke' } as const;
  return (
    <svg
      viewBox="0 0 96 96"
      style={{
        width: `${size / 16}rem`,
        height: `${size / 16}rem`,
        flex: 'none',
        ...(moves && { viewTransitionName: `machine-${workoutTypeId}` }),
      }}
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
          {size >= largeFrom ? (
            <path d={drawing.force} stroke="var(--color-secondary-red)" />
          ) : (
            <>
              {/* The edge separates the white lines from the white body. */}
              <path d={drawing.force} stroke={edge.stroke} strokeWidth={7} />
              <path d={drawing.force} stroke="#fff" />
            </>
          )}
          <path d={drawing.near} {...edge} />
        </>
      )}
    </svg>
  );
}
