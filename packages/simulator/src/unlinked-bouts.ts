import type { BoutMessage } from './bout.ts';
import { deriveLinkKey, describeClaim, drawClaimToken } from './link-codes.ts';
import type { MachineOptions } from './machine-setup.ts';

interface UnlinkedBouts {
  /** Makes the token that identifies the next bout. */
  readonly makeToken: () => string;
  /**
   * Restarts the idle timer after a rep. With a link the server ends the bout, so no timer is
   * started.
   */
  readonly lifted: (isLinked: boolean) => void;
  /** Shows the claim code of a stored bout that was done without a link. */
  readonly finished: (workout: BoutMessage) => void;
  readonly stop: () => void;
}

/** Gives each bout without a link a claim code, and ends the bout after a time without reps. */
export function watchUnlinkedBouts(
  { identity, webOrigin, timing, onEvent }: MachineOptions,
  finishWorkout: () => void,
): UnlinkedBouts {
  const linkKey = deriveLinkKey(identity.secret);
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    makeToken: () => drawClaimToken(identity.id, linkKey),
    lifted: (isLinked) => {
      stop();
      if (!isLinked) timer = setTimeout(finishWorkout, timing.unlinkedIdleMs);
    },
    finished: (workout) => {
      stop();
      if (!('claimToken' in workout)) return;
      const { workoutUuid, claimToken } = workout;
      const shown = describeClaim(identity.id, claimToken, webOrigin);
      onEvent({ event: 'claim', workoutUuid, ...shown });
    },
    stop,
  };
}
