import type { RunProgress } from './run-progress.ts';
import classes from './progress-bar.module.css';

/** Sets done of all, as a bar and in words. */
export function ProgressBar({ doneSets, allSets }: Pick<RunProgress, 'doneSets' | 'allSets'>) {
  return (
    <span className={classes.progress}>
      <span className={classes.track} aria-hidden>
        <span className={classes.done} style={{ transform: `scaleX(${doneSets / allSets})` }} />
      </span>
      <span className={classes.words}>
        {doneSets}/{allSets}セット
      </span>
    </span>
  );
}
