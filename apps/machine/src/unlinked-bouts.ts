import type { BoutMessage } from './bout.ts';
import { deriveLinkKey, describeClaim, drawClaimToken } from './link-codes.ts';
import type { MachineOptions } from './machine-setup.ts';

interface UnlinkedBouts {
  /** Names the next bout. */
  readonly makeToken: () => string;
  /** Something was lifted. With a link it is the server who ends the bout, so nothing is timed. */
  readonly lifted: (isLinked: boolean) => void;
  /** Shows the claim code of a bout that is in the journal, if nobody was linked for it. */
  readonly finished: (workout: BoutMessage) => void;
  readonly stop: () => void;
}

/** Whoever lifts without a link gets a code for it, and has finished when they walk away. */
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
