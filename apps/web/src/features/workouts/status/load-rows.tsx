import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { isWorkoutTypeId, type WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { Link } from '@tanstack/react-router';
import { AlignedKg } from '#entities/workouts/aligned-kg.tsx';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import {
  explainNextLoad,
  quoteTrainer,
  summarizeNextLoad,
} from '#entities/workouts/next-load-text.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { List, Note, Text } from '#ui/layout.tsx';
import classes from './load-rows.module.css';

const columns = ['前回', '最大重量', '次回'] as const;

interface LoadRowsProps {
  readonly loads: readonly WorkoutLoad[];
  /** Types never done for which a trainer chose a load. */
  readonly firstTypes: readonly WorkoutType[];
}

/**
 * Shows one row for each type done, then the trainer's loads for types never done. A row has words
 * only where the next load differs from the last one.
 */
export function LoadRows({ loads, firstTypes }: LoadRowsProps) {
  return (
    <List card divided clips>
      <li className={classes.head} aria-hidden>
        <span>重量(kg)</span>
        {columns.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </li>
      {loads.map((load) =>
        isWorkoutTypeId(load.workoutTypeId) ? (
          <li key={load.workoutTypeId}>
            <LoadRow
              workoutTypeId={load.workoutTypeId}
              kg={[load.lastLoad, load.maxLoad, load.nextLoad]}
              words={describeChange(load)}
            />
          </li>
        ) : null,
      )}
      {firstTypes.map(({ id, firstLoad }) =>
        isWorkoutTypeId(id) && firstLoad !== undefined ? (
          <li key={id}>
            <LoadRow
              workoutTypeId={id}
              kg={[null, null, firstLoad.loadKg]}
              words={quoteTrainer(firstLoad.note)}
            />
          </li>
        ) : null,
      )}
    </List>
  );
}

/** Returns the reason of a next load that is another one, or that a trainer chose. */
function describeChange(load: WorkoutLoad): string | null {
  if (load.nextLoadReason === 'trainer') return explainNextLoad(load);
  return load.nextLoad === load.lastLoad ? null : summarizeNextLoad(load);
}

interface LoadRowProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** Last, best and next load. `null` for a type never done. */
  readonly kg: readonly [number | null, number | null, number];
  readonly words: string | null;
}

function LoadRow({ workoutTypeId, kg, words }: LoadRowProps) {
  return (
    <Link to="/training-history/$workoutTypeId" params={{ workoutTypeId }} className={classes.row}>
      <span className={classes.name}>
        <MachineDrawing workoutTypeId={workoutTypeId} size={40} />
        <span>{nameWorkoutType(workoutTypeId)}</span>
      </span>
      {kg.map((load, place) => (
        <Text as="span" key={columns[place]} weight={place === 2 ? 700 : 400}>
          <span className="visually-hidden"> {columns[place]} </span>
          {load === null ? '—' : <AlignedKg kg={load} />}
          <span className="visually-hidden">{load === null ? '' : 'kg'}</span>
        </Text>
      ))}
      {words === null ? null : (
        <Note as="span" size={12} leading="snug" className={classes.words}>
          {words}
        </Note>
      )}
    </Link>
  );
}
