import { randomUUID } from 'node:crypto';
import type { LiveMessage, WorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import type { DemoMachineLine } from './demo-machine.ts';
import type { LinkedCommand, PlannedSet } from './lifted-sets.ts';

interface BoutParts {
  readonly line: DemoMachineLine;
  readonly link: LinkedCommand;
  readonly plan: readonly PlannedSet[];
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
}

type Lifted = WorkoutMessage['sets'];

/**
 * Performs the sets with a live message for each rep. Returns `null` when the link ended meanwhile.
 * The workout is then not sent.
 */
export async function liftBout(parts: BoutParts): Promise<WorkoutMessage | null> {
  const { line, link, plan, now, wait } = parts;
  const { connectionId } = link;
  const workoutUuid = randomUUID();
  const sets: Lifted = [];
  let seq = 0;
  const publish = (type: LiveMessage['type'], loadKg: number, lifting: boolean) => {
    line.publishLive({
      type,
      connectionId,
      workoutUuid,
      seq,
      at: now().toISOString(),
      loadKg,
      lifting,
      sets: sets.map((set) => ({ loadKg: set.loadKg, reps: set.reps.length })),
      ...sumUp(sets),
    });
    seq += 1;
  };
  const isOver = () => line.link()?.connectionId !== connectionId;
  const startedAt = now();
  let endedAt = startedAt;
  for (const [index, { loadKg, repsMs, restMs }] of plan.entries()) {
    const set: Lifted[number] = { loadKg, reps: [] };
    sets.push(set);
    publish('set-started', loadKg, true);
    for (const ms of repsMs) {
      await wait(ms);
      if (isOver()) return null;
      set.reps.push({ loadKg, ms });
      publish('rep', loadKg, true);
    }
    endedAt = now();
    publish('set-ended', loadKg, false);
    if (index < plan.length - 1) await wait(restMs);
    if (isOver()) return null;
  }
  return {
    workoutUuid,
    connectionId,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    sets,
  };
}

function sumUp(sets: Lifted): Pick<LiveMessage, 'max' | 'tfo'> {
  const loads = sets.flatMap(({ reps }) => reps.map(({ loadKg }) => toHectograms(loadKg)));
  return {
    max: toKilograms(Math.max(0, ...loads)),
    tfo: toKilograms(loads.reduce((sum, load) => sum + load, 0)),
  };
}
