import type { DoneRun } from '@tanren/contract/menus/menu-runs';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatGymClock, formatGymDate, gymDateOf } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { Card } from '#ui/lists/cards.tsx';
import classes from './menu.module.css';
import { doneRunsQuery } from './menus.queries.ts';

/** Lists when the member completed this menu. Shows nothing until the first time. */
export function DoneRuns({ trainingSessionId }: { readonly trainingSessionId: number }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    doneRunsQuery(trainingSessionId),
  );
  const runs = data.pages.flatMap(({ items }) => items);
  if (runs.length === 0) return null;
  return (
    <Card heading="これまでの記録">
      <ol className={classes.runs}>
        {runs.map((run) => (
          <li key={run.runId}>
            <Run run={run} />
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <PlainButton
          aria-disabled={isFetchingNextPage}
          onClick={() => {
            if (!isFetchingNextPage) void fetchNextPage();
          }}
        >
          {isFetchingNextPage ? '読み込んでいます…' : '以前の記録を表示する'}
        </PlainButton>
      ) : null}
    </Card>
  );
}

function Run({ run: { startedAt, workouts } }: { readonly run: DoneRun }) {
  return (
    <>
      <h3 className={classes.when}>
        <time dateTime={startedAt}>
          {formatGymDate(gymDateOf(startedAt))} {formatGymClock(startedAt)}
        </time>
      </h3>
      {workouts.length === 0 ? (
        <p className={classes.none}>マシンの記録はありません。</p>
      ) : (
        <ul className={classes.workouts}>
          {workouts.map(({ id, workoutTypeId, setCount, repCount, max }) => (
            <li key={id}>
              <Link
                to="/workouts/$workoutId"
                params={{ workoutId: id }}
                className={classes.workout}
              >
                <MachineDrawing workoutTypeId={workoutTypeId} size={40} />
                <span>{nameWorkoutType(workoutTypeId)}</span>
                <span className={classes.numbers}>
                  {setCount}セット・計{repCount}回・最大重量{formatKg(max)}kg
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
