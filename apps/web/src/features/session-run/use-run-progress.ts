import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followRun, type RunProgress } from './run-progress.ts';
import { dropBout, type LiftedBout, seeBout, type SeenBout } from './seen-bouts.ts';
import { useSessionRun } from './session-run.queries.ts';

export interface FollowedRun {
  readonly run: TrainingSessionRun;
  readonly progress: RunProgress;
}

/**
 * What pages have heard of bouts that the server may not have: known from page to page, and
 * forgotten with everything else when the member signs out.
 */
const seenBoutsQuery = queryOptions({
  queryKey: ['seen-bouts'],
  queryFn: (): readonly SeenBout[] => [],
  initialData: [],
  staleTime: 'static',
  gcTime: Infinity,
});

/** The session under way with what is lifted on the linked machine. null: none is known of. */
export function useRunProgress(
  bout: LiftedBout | null = null,
  rejectedUuid: string | null = null,
): FollowedRun | null {
  const queryClient = useQueryClient();
  const { data: run, isFetchedAfterMount } = useSessionRun();
  const { data: seen } = useQuery(seenBoutsQuery);
  // What was known before this page came may be old: nothing is counted on top of it.
  const heard = run && isFetchedAfterMount ? seeBout(seen, run, bout) : seen;
  const next = dropBout(heard, rejectedUuid);
  useEffect(() => {
    if (next !== seen) queryClient.setQueryData(seenBoutsQuery.queryKey, next);
  }, [queryClient, next, seen]);
  return run ? { run, progress: followRun(run, next) } : null;
}
