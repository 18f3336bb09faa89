import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { startRunMutation } from '#entities/training-sessions/training-sessions.queries.ts';
import { tellRefusal } from '#lib/refusals.ts';
import { isMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RunMissing } from './run-missing.tsx';
import { useSessionRun } from './session-run.queries.ts';
import { useRunProgress } from './use-run-progress.ts';
import classes from './start-run.module.css';

/** On a session's page: starts it, or goes on with it. */
export function StartRun({ trainingSessionId }: { readonly trainingSessionId: number }) {
  const query = useSessionRun();
  // One of which nothing is left begins anew.
  const followed = useRunProgress();
  const current = followed?.progress.next === null ? null : followed;
  const { mutateAsync, isPending: isStarting } = useMutation(startRunMutation(useQueryClient()));
  const navigate = useNavigate();
  if (query.data === undefined && !isMissing(query)) return <Skeleton height={52} />;
  if (current?.run.trainingSessionId === trainingSessionId) {
    return (
      <div className={classes.start}>
        <Link to="/tanren-link" className={primaryButtonLink} data-variant="filled">
          続きから
        </Link>
        <ProgressBar {...current.progress} />
      </div>
    );
  }

  async function start(): Promise<void> {
    try {
      await mutateAsync(trainingSessionId);
    } catch (error) {
      tellRefusal('セッションを始められませんでした', error);
      return;
    }
    await navigate({ to: '/tanren-link' });
  }

  return (
    <div className={classes.start}>
      <PrimaryButton
        variant="filled"
        aria-disabled={isStarting}
        aria-busy={isStarting}
        onClick={() => {
          if (!isStarting) void start();
        }}
      >
        このセッションを始める
      </PrimaryButton>
      <RunMissing />
      {current ? (
        <p className={classes.note}>
          「{current.run.title}」を実施中です。こちらを始めると終了しますが、記録は残ります。
        </p>
      ) : null}
    </div>
  );
}
