/** Announces changes of a gym, with a pause between two announcements. */
export interface PausedChanges {
  /** Called after the commit of a change. */
  readonly changed: (gymId: number) => void;
  /** Called within a transaction. It announces the change a moment later, after the commit. */
  readonly changing: (gymId: number) => void;
}

/** A change during the pause is announced at its end, so the last announcement is never missing. */
export function createPausedChanges(
  publish: (gymId: number) => void,
  shortestPauseMs: number,
): PausedChanges {
  /** Gyms with a recent announcement, and whether they have changed since. */
  const pausing = new Map<number, boolean>();

  const pause = (gymId: number, isChanged: boolean): void => {
    pausing.set(gymId, isChanged);
    setTimeout(() => {
      const isDue = pausing.get(gymId) === true;
      pausing.delete(gymId);
      if (!isDue) return;
      publish(gymId);
      pause(gymId, false);
    }, shortestPauseMs).unref();
  };
  return {
    changed(gymId) {
      if (pausing.has(gymId)) {
        pausing.set(gymId, true);
        return;
      }
      publish(gymId);
      pause(gymId, false);
    },
    changing(gymId) {
      if (pausing.has(gymId)) pausing.set(gymId, true);
      else pause(gymId, true);
    },
  };
}
