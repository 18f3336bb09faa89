import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { ProgressBar } from './progress-bar.tsx';
import { RunTitle } from './run-title.tsx';
import { describeRest, describeTarget } from './run-words.ts';
import type { FollowedRun } from './use-run-progress.ts';
import classes from './run-panel.module.css';

/** Between machines: where to go next, read while walking. */
export function RunPanel({ followed: { run, progress } }: { readonly followed: FollowedRun }) {
  const { next } = progress;
  return (
    <section className={classes.panel} aria-label="実施中のセッション">
      <div className={classes.head}>
        <RunTitle run={run} />
        <ProgressBar {...progress} />
      </div>
      {next === null ? null : (
        <div className={classes.next}>
          <p className={classes.label}>次は</p>
          <p className={classes.name}>{nameWorkoutType(next.workoutTypeId)}</p>
          <p className={classes.plan}>
            {describeRest(next)}
            <strong>{describeTarget(next)}</strong>
          </p>
          <p className={classes.label}>順番は自由です。使いたいマシンと接続してください。</p>
        </div>
      )}
    </section>
  );
}
