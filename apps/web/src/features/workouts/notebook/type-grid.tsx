import type { WorkoutTrend } from '@tanren/contract/workouts/workout-history';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg, subtractKg } from '#lib/number-format.ts';
import { Amount, LegendMark } from '#ui/charts/amount.tsx';
import { Sparkline } from '#ui/charts/sparkline.tsx';
import { reducedMotion, useMediaQuery } from '#ui/device.ts';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { Section } from '#features/workouts/section.tsx';
import classes from './type-grid.module.css';

interface TypeGridProps {
  readonly loads: readonly WorkoutLoad[];
  readonly trends: readonly WorkoutTrend[];
}

interface TypesViewProps extends TypeGridProps {
  /** All types, done or not. */
  readonly types: readonly WorkoutType[];
  /** Content in place of the grid when no type was done. */
  readonly nothingYet: ReactNode;
}

/** Shows the types done as a grid, and lists the others below it. */
export function TypesView({ types, loads, trends, nothingYet }: TypesViewProps) {
  return (
    <>
      {loads.length === 0 ? nothingYet : <TypeGrid loads={loads} trends={trends} />}
      <TypesNotDone types={types} />
    </>
  );
}

/** Shows each type done as its machine, with the last twelve weeks and the next load. */
function TypeGrid({ loads, trends }: TypeGridProps) {
  return (
    <Section
      heading="種目ごとの12週間"
      end={
        <Note as="span" size={12}>
          <LegendMark color="cyan" />
          最大重量
        </Note>
      }
    >
      <Stack as="ul" gap={12} fit={140} level className={classes.grid}>
        {loads.map((load) => {
          const trend = trends.find(({ workoutTypeId }) => workoutTypeId === load.workoutTypeId);
          return (
            <li key={load.workoutTypeId}>
              <TypeCard load={load} weeks={trend?.weeks ?? []} />
            </li>
          );
        })}
      </Stack>
    </Section>
  );
}

interface TypeCardProps {
  readonly load: WorkoutLoad;
  /** Heaviest load of each week, oldest first. Empty for a type not done in the last weeks. */
  readonly weeks: WorkoutTrend['weeks'];
}

function TypeCard({ load: { workoutTypeId, nextLoad }, weeks }: TypeCardProps) {
  const isStill = useMediaQuery(reducedMotion);
  // Only types that this build knows have a page.
  if (!isWorkoutTypeId(workoutTypeId)) return null;
  return (
    <Link
      to="/training-history/$workoutTypeId"
      params={{ workoutTypeId }}
      // The drawing grows into the page. A browser that cannot show this opens the page at once.
      viewTransition={!isStill}
      className={`${cardLink} ${classes.card}`}
    >
      <MachineDrawing workoutTypeId={workoutTypeId} size={64} moves />
      <Text as="span" block size={14} weight={700} leading="tight" className={classes.name}>
        {nameWorkoutType(workoutTypeId)}
      </Text>
      <span className={classes.trend}>
        <Sparkline values={weeks} color="cyan" />
        <Note as="span" size={12} leading="snug">
          {describeWeeks(weeks)}
        </Note>
      </span>
      <Text as="span" leading="tight" className={classes.next}>
        <Text as="span" block size={12} quiet>
          次回{' '}
        </Text>
        <Amount value={formatKg(nextLoad)} unit="kg" />
      </Text>
    </Link>
  );
}

/** Says how the best of the weeks changed since the first of them. */
function describeWeeks(weeks: WorkoutTrend['weeks']): string {
  const known = weeks.filter((max) => max !== null);
  const [first] = known;
  if (first === undefined) return '12週間記録なし';
  const change = subtractKg(Math.max(...known), first);
  return change === 0 ? '12週間変わらず' : `12週間で+${formatKg(change)}kg`;
}

/** Lists the types that the member has never done, without weight. */
function TypesNotDone({ types }: { readonly types: readonly WorkoutType[] }) {
  const open = types.filter(({ workouted }) => !workouted);
  if (open.length === 0) return null;
  return (
    <Section heading="まだ行っていない種目">
      <Stack as="ul" fit={240}>
        {open.map(({ id, firstLoad }) =>
          isWorkoutTypeId(id) ? (
            <li key={id}>
              <Link
                to="/training-history/$workoutTypeId"
                params={{ workoutTypeId: id }}
                className={classes.openLink}
              >
                <MachineDrawing workoutTypeId={id} size={32} ground="page" />
                {nameWorkoutType(id)}
                {firstLoad === undefined ? null : (
                  <Text as="span" end>
                    次回 {formatKg(firstLoad.loadKg)}kg
                  </Text>
                )}
              </Link>
            </li>
          ) : null,
        )}
      </Stack>
    </Section>
  );
}
