import type { MuscleId } from '@tanren/domain/muscles';
import { drawing, outline } from './body-outline.ts';
import { muscleColor } from './muscle-heat.ts';
import type { MuscleShape } from './muscle-shapes.ts';
import type { MuscleState } from './muscle-state.ts';
import classes from './body-map.module.css';

interface BodyFigureProps {
  readonly label: string;
  readonly shapes: readonly MuscleShape[];
  readonly states: readonly MuscleState[];
  readonly chosen: MuscleId | null;
  readonly choose: (muscle: MuscleId) => void;
}

const mirror = `matrix(-1 0 0 1 ${drawing.width} 0)`;

/** The body from one side. The drawing repeats what the choices beside it say. */
export function BodyFigure({ label, shapes, states, chosen, choose }: BodyFigureProps) {
  return (
    <div className={classes.figure}>
      <svg viewBox={`10 0 ${drawing.width - 20} ${drawing.height}`} aria-hidden>
        <path className={classes.body} d={outline} />
        <path className={classes.body} d={outline} transform={mirror} />
        {/* The chosen one comes last, so that nothing covers its edge. */}
        {states
          .toSorted((a, b) => Number(a.id === chosen) - Number(b.id === chosen))
          .map(({ id, sets }) => (
            <g
              key={id}
              className={classes.muscle}
              fill={muscleColor(sets)}
              data-muscle={id}
              data-chosen={id === chosen || undefined}
              onPointerUp={() => {
                choose(id);
              }}
            >
              {shapes
                .filter(({ muscle }) => muscle === id)
                .map(({ path }) => (
                  <g key={path}>
                    <path d={path} />
                    <path d={path} transform={mirror} />
                  </g>
                ))}
            </g>
          ))}
      </svg>
      <span className={classes.side}>{label}</span>
    </div>
  );
}
