import { isUnusuallyHeavy, toHectograms } from '@tanren/domain/workouts/loads';
import type { MachineListener } from './machine-event.ts';

export interface LoadConfirmation {
  /** Returns the load that waits for confirmation. `null` when there is none. */
  readonly pendingKg: () => number | null;
  /**
   * Returns the load to set for a plan. A load far above the member's best must be confirmed first,
   * because it may be a typing error.
   */
  readonly weigh: (kg: number) => number;
  /** Shows the question on the screen when a load waits for confirmation. */
  readonly request: () => void;
  readonly clear: () => void;
}

/** Holds back loads far above the member's recent best, which is `null` while it is unknown. */
export function createLoadConfirmation(
  recentBestKg: () => number | null,
  onEvent: MachineListener,
): LoadConfirmation {
  let pendingKg: number | null = null;
  return {
    pendingKg: () => pendingKg,
    weigh: (kg) => {
      const bestKg = recentBestKg();
      const isHeavy = bestKg !== null && isUnusuallyHeavy(toHectograms(kg), toHectograms(bestKg));
      pendingKg = isHeavy ? kg : null;
      return isHeavy ? bestKg : kg;
    },
    request: () => {
      const bestKg = recentBestKg();
      if (pendingKg === null || bestKg === null) return;
      onEvent({ event: 'confirm-load', loadKg: pendingKg, recentBestKg: bestKg });
    },
    clear: () => {
      pendingKg = null;
    },
  };
}
