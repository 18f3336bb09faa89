import { EndEarly } from '#features/session-run/end-early.tsx';
import { planMachine } from '#features/session-run/machine-plan.ts';
import { RunDone } from '#features/session-run/run-done.tsx';
import { RunMissing } from '#features/session-run/run-missing.tsx';
import { RunPanel } from '#features/session-run/run-panel.tsx';
import { RunSteps } from '#features/session-run/run-steps.tsx';
import { RunStrip } from '#features/session-run/run-strip.tsx';
import { useRunProgress } from '#features/session-run/use-run-progress.ts';
import type { TanrenConnection } from '@tanren/contract/tanren-connection';
import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { describeLiftedBout, useTanrenLink } from '#features/tanren-link/use-tanren-link.ts';
import { TanrenLinkScreen } from '#features/tanren-link/tanren-link-screen.tsx';
import { useUnlink } from '#features/tanren-link/link-machine.ts';

/** The link with a machine, and the session that is followed on it. */
export function TanrenLinkPage() {
  const link = useTanrenLink();
  const followed = useRunProgress(
    describeLiftedBout(link),
    link.snapshot.live.rejected?.workoutUuid ?? null,
  );
  const { unlink } = useUnlink();
  if (followed === null || isBehind(followed.run, link.connection)) {
    return (
      <TanrenLinkScreen
        link={link}
        plan={null}
        nextTypeId={null}
        above={<RunMissing />}
        below={null}
      />
    );
  }
  const { run, progress } = followed;
  const machine = link.connection?.machine ?? null;
  const plan = machine === null ? null : planMachine(progress.items, machine);
  const isDone = progress.next === null;
  return (
    <TanrenLinkScreen
      link={link}
      plan={plan}
      nextTypeId={progress.next?.workoutTypeId ?? null}
      above={
        isDone ? (
          <RunDone followed={followed} leave={machine === null ? null : unlink} />
        ) : machine === null ? (
          <RunPanel followed={followed} />
        ) : (
          <RunStrip followed={followed} isPart={plan !== null} />
        )
      }
      below={
        <>
          <RunSteps items={progress.items} linkedTypeId={machine?.workoutTypeId ?? null} />
          {isDone ? null : <EndEarly run={run} />}
        </>
      }
    />
  );
}

/** Whoever links another machine after the last set is done with the session, ended or not. */
function isBehind(
  { completedAt }: TrainingSessionRun,
  connection: TanrenConnection | null,
): boolean {
  if (completedAt === null || connection === null) return false;
  return Date.parse(connection.linkedAt) > Date.parse(completedAt);
}
