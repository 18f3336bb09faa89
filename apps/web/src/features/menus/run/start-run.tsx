import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { startRunMutation } from '#entities/menus/menus.queries.ts';
import { notifyRefusal } from '#lib/refusals.ts';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { Bar } from '#ui/charts/ring.tsx';
import { isMissing, LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import type { RunProgress } from './run-progress.ts';
import classes from './menu-run.module.css';
import { useRunProgress, useSessionRun } from './menu-run.queries.ts';

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
          続ける
        </Link>
        <ProgressBar {...current.progress} />
      </div>
    );
  }

  async function start(): Promise<void> {
    try {
      await mutateAsync(trainingSessionId);
    } catch (error) {
      notifyRefusal('メニューを始められませんでした', error);
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
        このメニューを始める
      </PrimaryButton>
      <RunMissing />
      {current ? (
        <p className={classes.startNote}>
          始めると、トレーニング中の「{current.run.title}」は終了します。記録は残ります。
        </p>
      ) : null}
    </div>
  );
}

/** Whether a session is under way could not be asked: without a word it would look like none. */
export function RunMissing() {
  return <LoadAgainIfMissing what="トレーニング中のメニュー" query={useSessionRun()} />;
}

/** Sets done of all, as a bar and in words. */
export function ProgressBar({ doneSets, allSets }: Pick<RunProgress, 'doneSets' | 'allSets'>) {
  return (
    <span className={classes.progress}>
      <Bar fill={doneSets / Math.max(1, allSets)} />
      <span className={classes.progressWords}>
        {doneSets}/{allSets}セット
      </span>
    </span>
  );
}
