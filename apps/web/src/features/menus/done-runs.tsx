import type { DoneRun } from '@tanren/contract/menus/menu-runs';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatGymClock, formatGymDate, gymDateOf } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { Box, List, look, Note, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import classes from './menu.module.css';
import { doneRunsQuery } from './menus.queries.ts';

const workout = look(
  'stack',
  'columns-auto-1fr',
  'align-center',
  'gap-12',
  'rowGap-0',
  'tall-44',
  'leading-snug',
  'bare',
  'pressable',
);

/** Lists when the member completed this menu. Shows nothing until the first time. */
export function DoneRuns({ trainingSessionId }: { readonly trainingSessionId: number }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    doneRunsQuery(trainingSessionId),
  );
  const runs = data.pages.flatMap(({ items }) => items);
  if (runs.length === 0) return null;
  return (
    <Card heading="これまでの記録">
      <Box as="ol">
        {runs.map((run) => (
          <li key={run.runId}>
            <Run run={run} />
          </li>
        ))}
      </Box>
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
      <Note as="h3" weight={500} above={12}>
        <time dateTime={startedAt}>
          {formatGymDate(gymDateOf(startedAt))} {formatGymClock(startedAt)}
        </time>
      </Note>
      {workouts.length === 0 ? (
        <Text size={14}>マシンの記録はありません。</Text>
      ) : (
        <List>
          {workouts.map(({ id, workoutTypeId, setCount, repCount, max }) => (
            <li key={id}>
              <Link
                to="/workouts/$workoutId"
                params={{ workoutId: id }}
                className={`${workout} ${classes.workout}`}
              >
                <MachineDrawing workoutTypeId={workoutTypeId} size={40} />
                <span>{nameWorkoutType(workoutTypeId)}</span>
                <Note as="span">
                  {setCount}セット・計{repCount}回・最大重量{formatKg(max)}kg
                </Note>
              </Link>
            </li>
          ))}
        </List>
      )}
    </>
  );
}
