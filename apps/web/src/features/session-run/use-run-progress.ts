import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { useState } from 'react';
import { followRun, type RunProgress } from './run-progress.ts';
import { dropBout, type LiftedBout, seeBout, type SeenBout } from './seen-bouts.ts';
import { useSessionRun } from './session-run.queries.ts';

export interface FollowedRun {
  readonly run: TrainingSessionRun;
  readonly progress: RunProgress;
}

/** The session under way with what is lifted on the linked machine. null: there is none. */
export function useRunProgress(
  bout: LiftedBout | null,
  rejectedUuid: string | null,
): FollowedRun | null {
  const { data: run, isFetchedAfterMount } = useSessionRun();
  const [seen, setSeen] = useState<readonly SeenBout[]>([]);
  if (!run) return null;
  // What was known before this page came may be old: nothing is counted on top of it.
  const next = dropBout(isFetchedAfterMount ? seeBout(seen, run, bout) : seen, rejectedUuid);
  if (next !== seen) setSeen(next);
  return { run, progress: followRun(run, next) };
}
