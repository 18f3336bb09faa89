import { type MuscleId, muscles, weeklySetGoal } from '@tanren/domain/workouts/muscles';
import { type PointerEvent, useId, useState } from 'react';
import { Amount } from '#ui/charts/amount.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import {
  backShapes,
  creases,
  drawing,
  findNearestMuscle,
  fingers,
  frontShapes,
  type MuscleShape,
  outline,
} from './body-shapes.ts';
import {
  describeLastTrained,
  heatLegend,
  judgeSets,
  muscleColor,
  type MuscleState,
} from './muscle-state.ts';
import classes from './training-status.module.css';

interface BodyMapProps {
  readonly states: readonly MuscleState[];
  /** Whether the sets are those of an earlier week. */
  readonly isEarlier?: boolean;
  /** Whether muscles below the goal have an outline. */
  readonly outlinesMissing?: boolean;
}

/**
 * Shows the front and back of the body, coloured by the sets of seven days. A tap chooses a muscle
 * in the drawing. The arrow keys choose among radio buttons that only screen readers see.
 */
export function BodyMap({ states, isEarlier = false, outlinesMissing = false }: BodyMapProps) {
  const [chosen, choose] = useState<MuscleId | null>(null);
  const name = useId();
  const shared = { states, chosen, choose };
  return (
    <fieldset className={classes.bodyMap} data-outlines={outlinesMissing || undefined}>
      <legend className="visually-hidden">部位を選ぶ</legend>
      <Row align="center" justify="center" above={12} className={classes.figures}>
        <BodyFigure label="前面" side="front" shapes={frontShapes} {...shared} />
        <BodyFigure label="背面" side="back" shapes={backShapes} {...shared} />
        <Legend />
      </Row>
      <div className="visually-hidden">
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
            {state.name} 7日間で{state.sets}セット。
            {isEarlier ? null : describeLastTrained(state.daysSince)}
          </label>
        ))}
      </div>
      <MusclePanel state={states.find(({ id }) => id === chosen)} isEarlier={isEarlier} />
    </fieldset>
  );
}

interface BodyFigureProps {
  readonly label: string;
  readonly side: keyof typeof creases;
  readonly shapes: readonly MuscleShape[];
  readonly states: readonly MuscleState[];
  readonly chosen: MuscleId | null;
  readonly choose: (muscle: MuscleId) => void;
}

const mirror = `matrix(-1 0 0 1 ${drawing.width} 0)`;

/**
 * Draws the body from one side. It is hidden from screen readers, because the radio buttons say the
 * same.
 */
function BodyFigure({ label, side, shapes, states, chosen, choose }: BodyFigureProps) {
  return (
    <Stack justify="center" shrinks className={classes.figure}>
      <svg
        viewBox={`12 0 ${drawing.width - 24} ${drawing.height}`}
        aria-hidden
        onPointerUp={(event) => {
          const muscle = readMuscle(event) ?? findNearestMuscle(shapes, readPoint(event));
          if (muscle !== null) choose(muscle);
        }}
      >
        {[undefined, mirror].map((transform) => (
          <g key={transform ?? 'right'} className={classes.body} transform={transform}>
            <path d={outline} />
            <path d={fingers} className={classes.fingers} />
            <path d={creases[side]} className={classes.creases} />
          </g>
        ))}
        {/* The chosen muscle is drawn last, so that no other shape covers its edge. */}
        {states
          .toSorted((a, b) => Number(a.id === chosen) - Number(b.id === chosen))
          .map(({ id, sets }) => (
            <g
              key={id}
              className={classes.muscle}
              fill={muscleColor(sets)}
              data-muscle={id}
              data-missing={sets < weeklySetGoal.from || undefined}
              data-chosen={id === chosen || undefined}
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
      <Text as="span" size={12} quiet>
        {label}
      </Text>
    </Stack>
  );
}

type FigureEvent = PointerEvent<SVGSVGElement>;

/** Returns the muscle directly under the finger, or `null`. */
function readMuscle({ target }: FigureEvent): MuscleId | null {
  const group = target instanceof Element ? target.closest('[data-muscle]') : null;
  return muscles.find(({ id }) => id === group?.getAttribute('data-muscle'))?.id ?? null;
}

/** Returns the tapped point in the coordinates of the drawing. */
function readPoint({ currentTarget, clientX, clientY }: FigureEvent): [number, number] {
  const matrix = currentTarget.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return [x, y];
}

function Legend() {
  return (
    <div>
      <Text
        as="span"
        block
        below={8}
        quiet
        size={12}
        leading="snug"
        nowrap
        className={classes.legendName}
        aria-hidden
      >
        セット数
      </Text>
      <Stack as="ul" gap={8} className={classes.legend} aria-label="色の意味（7日間のセット数）">
        {heatLegend.map(({ color, label }) => (
          <li key={label}>
            <span className={classes.swatch} style={{ background: color }} />
            {label}
          </li>
        ))}
      </Stack>
    </div>
  );
}

interface MusclePanelProps {
  readonly state: MuscleState | undefined;
  readonly isEarlier: boolean;
}

function MusclePanel({ state, isEarlier }: MusclePanelProps) {
  return (
    <Stack as="output" padding="12 16" className={classes.panel}>
      {state === undefined ? (
        <Note as="span">部位を選ぶと、セット数がわかります。</Note>
      ) : (
        <>
          <Row as="span" gap={16} align="baseline" justify="between">
            <span className={classes.muscleName}>
              {state.name}
              <small>{state.anatomy}</small>
            </span>
            <Amount value={String(state.sets)} unit="セット" size={28} />
          </Row>
          <Note as="span">{judgeSets(state.sets, isEarlier ? 'この週' : 'この7日間')}</Note>
          {isEarlier ? null : <Note as="span">{describeLastTrained(state.daysSince)}</Note>}
        </>
      )}
    </Stack>
  );
}
