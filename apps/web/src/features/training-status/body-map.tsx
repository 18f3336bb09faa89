import type { MuscleId } from '@tanren/domain/muscles';
import { useId, useState } from 'react';
import { Amount } from '#ui/charts/amount.tsx';
import { backShapes, drawing, frontShapes, type MuscleShape, outline } from './body-shapes.ts';
import {
  heatLegend,
  judgeSets,
  muscleColor,
  type MuscleState,
  tellDaysSince,
} from './muscle-state.ts';
import classes from './training-status.module.css';

/**
 * Front and back, coloured by the sets of this week. A thumb chooses in the drawing; the arrow
 * keys choose among radio buttons that only the ear perceives.
 */
export function BodyMap({ states }: { readonly states: readonly MuscleState[] }) {
  const [chosen, choose] = useState<MuscleId | null>(null);
  const name = useId();
  const shared = { states, chosen, choose };
  return (
    <fieldset className={classes.bodyMap}>
      <legend className={classes.hidden}>部位を選ぶ</legend>
      <div className={classes.figures}>
        <BodyFigure label="前面" shapes={frontShapes} {...shared} />
        <BodyFigure label="背面" shapes={backShapes} {...shared} />
      </div>
      <div className={classes.hidden}>
        {states.map((state) => (
          <label key={state.id}>
            <input
              type="radio"
              name={name}
              checked={state.id === chosen}
              onChange={() => {
                choose(state.id);
              }}
              onFocus={() => {
                choose((before) => before ?? state.id);
              }}
            />
            {state.name} 今週{state.sets}セット。{tellDaysSince(state.daysSince)}
          </label>
        ))}
      </div>
      <Legend />
      <MusclePanel state={states.find(({ id }) => id === chosen)} />
    </fieldset>
  );
}

interface BodyFigureProps {
  readonly label: string;
  readonly shapes: readonly MuscleShape[];
  readonly states: readonly MuscleState[];
  readonly chosen: MuscleId | null;
  readonly choose: (muscle: MuscleId) => void;
}

const mirror = `matrix(-1 0 0 1 ${drawing.width} 0)`;

/** The body from one side. The drawing repeats what the choices beside it say. */
function BodyFigure({ label, shapes, states, chosen, choose }: BodyFigureProps) {
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

function Legend() {
  return (
    <ul className={classes.legend} aria-label="色の意味（今週のセット数）">
      {heatLegend.map(({ color, label }) => (
        <li key={label}>
          <span className={classes.swatch} style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function MusclePanel({ state }: { readonly state: MuscleState | undefined }) {
  return (
    <output className={classes.panel}>
      {state === undefined ? (
        <span className={classes.words}>部位を選ぶと、今週のセット数がわかります。</span>
      ) : (
        <>
          <span className={classes.head}>
            <span className={classes.muscleName}>
              {state.name}
              <small>{state.anatomy}</small>
            </span>
            <Amount value={String(state.sets)} unit="セット" size={28} />
          </span>
          <span className={classes.words}>{judgeSets(state.sets)}</span>
          <span className={classes.words}>{tellDaysSince(state.daysSince)}</span>
        </>
      )}
    </output>
  );
}
