import { IconTrophyFilled } from '@tabler/icons-react';
import type { Workout } from '@tanren/contract/workouts';
import { useQuery } from '@tanstack/react-query';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { RunTitle } from './run-panel.tsx';
import { countRunMinutes, sumTfo } from './run-progress.ts';
import classes from './session-run.module.css';
import { type FollowedRun, runWorkoutsQuery, useEndRun } from './session-run.queries.ts';

interface RunDoneProps {
  readonly followed: FollowedRun;
  /** Leaves the machine, which then sends what it still has. null: none is linked. */
  readonly leave: (() => Promise<void>) | null;
}

/** Every set is done: what it came to, and the way to the records. */
export function RunDone({ followed: { run, progress }, leave }: RunDoneProps) {
  const query = useQuery(runWorkoutsQuery(run));
  const workouts = query.data ?? [];
  // The last bout is on the machine until it is left, but it is done.
  const lifted = [...workouts, ...progress.unstored];
  const { end, isPending } = useEndRun(run);

  async function finish(): Promise<void> {
    await leave?.();
    await end();
  }

  return (
    <section className={classes.doneRun} aria-label="メニュー完了">
      <StatusText>
        <strong className={classes.heading}>メニュー完了</strong>
      </StatusText>
      <RunTitle run={run} />
      <dl className={classes.numbers}>
        <Total name="時間" value={String(countRunMinutes(run.startedAt, lifted))} unit="分" />
        <Total name="セット" value={String(progress.doneSets)} unit="セット" />
        <Total name="総発揮力" value={formatKg(sumTfo(lifted))} unit="kg" />
      </dl>
      <LoadAgainIfMissing what="時間と総発揮力" query={query} />
      <Bests workouts={workouts} />
      {progress.unstored.length === 0 || leave === null ? null : (
        <p className={classes.doneNote}>最後の記録は、マシンとの接続を解除すると保存されます。</p>
      )}
      <PrimaryButton
        variant="filled"
        aria-disabled={isPending}
        aria-busy={isPending}
        onClick={() => {
          if (!isPending) void finish();
        }}
      >
        {leave === null ? '終了する' : '接続を解除して終了する'}
      </PrimaryButton>
    </section>
  );
}

interface TotalProps {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
}

function Total({ name, value, unit }: TotalProps) {
  return (
    <div>
      <dt className={classes.doneNote}>{name}</dt>
      <dd>
        <Amount value={value} unit={unit} size={28} />
      </dd>
    </div>
  );
}

function Bests({ workouts }: { readonly workouts: readonly Workout[] }) {
  const types = new Set(
    workouts
      .toReversed()
      .filter(({ personalBests }) => personalBests.length > 0)
      .map(({ workoutTypeId }) => nameWorkoutType(workoutTypeId)),
  );
  if (types.size === 0) return null;
  return (
    <p className={classes.bests}>
      <IconTrophyFilled size={20} aria-hidden />
      <span>自己ベスト更新！ {[...types].join('、')}</span>
    </p>
  );
}
