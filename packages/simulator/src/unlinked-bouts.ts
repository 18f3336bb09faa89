import { type Bout, type BoutMessage, listSets } from './bout.ts';
import { deriveLinkKey, describeClaim, drawClaimToken } from './link-codes.ts';
import type { MachineOptions } from './machine-setup.ts';

interface UnlinkedBouts {
  /** Makes the token that identifies the next bout. */
  readonly makeToken: () => string;
  /**
   * Restarts the idle timer after a rep. With a link the server ends the bout, so no timer is
   * started.
   */
  readonly lifted: (bout: Bout) => void;
  /** Shows the claim code of a stored bout that was done without a link. */
  readonly finished: (workout: BoutMessage) => void;
  readonly stop: () => void;
}

interface UnlinkedParts {
  readonly finishWorkout: () => void;
  /** Tells the server that the machine is used, or no longer used, without a link. */
  readonly publishUse: (inUse: boolean) => void;
}

/**
 * Gives each bout without a link a claim code, tells the server that the machine is used, and ends
 * the bout after a time without reps.
 */
export function watchUnlinkedBouts(
  { identity, webOrigin, timing, onEvent }: MachineOptions,
  { finishWorkout, publishUse }: UnlinkedParts,
): UnlinkedBouts {
  const linkKey = deriveLinkKey(identity.secret);
  let idleTimer: NodeJS.Timeout | undefined;
  /** Repeats that the machine is used. `null` while it is not. */
  let useTimer: NodeJS.Timeout | null = null;
  const stop = () => {
    clearTimeout(idleTimer);
    if (useTimer !== null) clearInterval(useTimer);
  };
  return {
    makeToken: () => drawClaimToken(identity.id, linkKey),
    lifted: (bout) => {
      clearTimeout(idleTimer);
      if (bout.connectionId !== null) return;
      idleTimer = setTimeout(finishWorkout, timing.unlinkedIdleMs);
      // A set without a rep does not count as use.
      const hasReps = listSets(bout).some(({ reps }) => reps.length > 0);
      if (!hasReps || useTimer !== null) return;
      publishUse(true);
      useTimer = setInterval(() => publishUse(true), timing.useMs);
    },
    finished: (workout) => {
      stop();
      if (useTimer !== null) publishUse(false);
      useTimer = null;
      if (!('claimToken' in workout)) return;
      const { workoutUuid, claimToken } = workout;
      const shown = describeClaim(identity.id, claimToken, webOrigin);
      onEvent({ event: 'claim', workoutUuid, ...shown });
    },
    stop,
  };
}
