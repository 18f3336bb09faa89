import type { LiveState } from './live-state.ts';
import type { TanrenLink } from './use-tanren-link.ts';

/** The bout on the linked machine as far as it is done. null: none, or the server has it. */
export function describeLiftedBout({ connection, snapshot }: TanrenLink) {
  const { bout, stored, activeAt } = snapshot.live;
  const { workoutUuid = null } = bout ?? {};
  if (connection === null || bout === null || workoutUuid === null) return null;
  if (workoutUuid === stored?.workoutUuid) return null;
  return {
    workoutUuid,
    workoutTypeId: connection.machine.workoutTypeId,
    doneSets: countEndedSets(bout),
    tfo: bout.tfo,
    endedAt: activeAt ?? bout.at,
  };
}

function countEndedSets({ sets, lifting }: NonNullable<LiveState['bout']>): number {
  return lifting ? sets.length - 1 : sets.length;
}
