import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { VisitBests, VisitNumbers } from '#entities/visits/visit-card.tsx';
import { lastVisitQuery } from '#entities/visits/visits.queries.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { RunTitle } from './run-panel.tsx';
import { sumUpVisit } from './run-progress.ts';
import classes from './session-run.module.css';
import { type FollowedRun, useEndRun } from './session-run.queries.ts';

interface RunDoneProps {
  readonly followed: FollowedRun;
  /** Leaves the machine, which then sends what it still has. null: none is linked. */
  readonly leave: (() => Promise<void>) | null;
}

/** Every set is done: what the visit came to so far, and the way to it. */
export function RunDone({ followed: { run, progress }, leave }: RunDoneProps) {
  const query = useQuery(lastVisitQuery);
  const last = query.data ?? null;
  // Before the first bout is stored, the last visit is that of another day.
  const visit = last !== null && last.endedAt > run.startedAt ? last : null;
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
      <VisitNumbers visit={sumUpVisit(visit, progress.unstored, run.startedAt)} size={28} />
      <LoadAgainIfMissing what="今日の来館" query={query} />
      <VisitBests bests={visit?.personalBests ?? []} celebrates />
      {visit === null ? null : (
        <Link to="/visits/$date" params={{ date: visit.date }} className={classes.visitLink}>
          今日の来館を見る
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      )}
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
