import type { MuscleId } from '@tanren/domain/muscles';
import { useId, useState } from 'react';
import { Amount } from '#ui/charts/amount.tsx';
import { BodyFigure } from './body-figure.tsx';
import { heatLegend } from './muscle-heat.ts';
import { backShapes, frontShapes } from './muscle-shapes.ts';
import { judgeSets, type MuscleState, tellDaysSince } from './muscle-state.ts';
import classes from './body-map.module.css';

/**
 * Front and back, coloured by the sets of this week. A thumb chooses in the drawing; the arrow
 * keys choose among radio buttons that only the ear perceives.
 */
export function BodyMap({ states }: { readonly states: readonly MuscleState[] }) {
  const [chosen, choose] = useState<MuscleId | null>(null);
  const name = useId();
  const shared = { states, chosen, choose };
  return (
    <fieldset className={classes.map}>
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
        <span className={classes.words}>部位を選ぶと、今週のセット数が分かります。</span>
      ) : (
        <>
          <span className={classes.head}>
            <span className={classes.name}>{state.name}</span>
            <Amount value={String(state.sets)} unit="セット" size={28} />
          </span>
          <span className={classes.words}>{judgeSets(state.sets)}</span>
          <span className={classes.words}>{tellDaysSince(state.daysSince)}</span>
        </>
      )}
    </output>
  );
}
