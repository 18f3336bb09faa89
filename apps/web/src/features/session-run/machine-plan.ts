import type { RunItem } from '@tanren/contract/training-session-runs';
import {
  type LoadRange,
  settableAtMost,
  toHectograms,
  toKilograms,
  toSettable,
} from '@tanren/domain/loads';
import { isOpen } from './run-progress.ts';

/** What the session asks for on one machine. */
interface MachinePlan {
  /** The set under way, or the next one. null: everything on this machine is done. */
  readonly next: {
    readonly set: number;
    readonly sets: number;
    readonly reps: number;
    readonly loadKg: number | null;
  } | null;
  /** The last set that is done. */
  readonly last: { readonly set: number; readonly sets: number } | null;
  /** Before the next set; null: as long as one likes. */
  readonly restSeconds: number | null;
}

interface Machine extends LoadRange {
  readonly workoutTypeId: number;
}

/** null: the machine is no part of the session. */
export function planMachine(items: readonly RunItem[], machine: Machine): MachinePlan | null {
  const own = items.filter(({ workoutTypeId }) => workoutTypeId === machine.workoutTypeId);
  if (own.length === 0) return null;
  const open = own.find(isOpen);
  const begun = own.findLast(({ doneSets }) => doneSets > 0);
  return {
    next:
      open === undefined
        ? null
        : {
            set: open.doneSets + 1,
            sets: open.sets,
            reps: open.reps,
            loadKg: snapLoad(open.targetLoadKg, machine),
          },
    last: begun === undefined ? null : { set: begun.doneSets, sets: begun.sets },
    restSeconds: open !== undefined && open === begun ? open.restSeconds : null,
  };
}

/** As the machine was told: a load that it cannot be set to is rounded down. */
function snapLoad(loadKg: number | null, machine: Machine): number | null {
  if (loadKg === null) return null;
  return toKilograms(settableAtMost(toSettable(machine), toHectograms(loadKg)));
}
