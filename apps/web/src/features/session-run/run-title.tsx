import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { Link } from '@tanstack/react-router';
import classes from './run-title.module.css';

/** As it was called when it began; a session that was deleted meanwhile leads nowhere. */
export function RunTitle({
  run: { title, trainingSessionId },
}: {
  readonly run: TrainingSessionRun;
}) {
  return (
    <h2 className={classes.title}>
      {trainingSessionId === null ? (
        title
      ) : (
        <Link to="/training-sessions/$trainingSessionId" params={{ trainingSessionId }}>
          {title}
        </Link>
      )}
    </h2>
  );
}
