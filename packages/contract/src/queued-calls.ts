import type { createReservation } from '#booking/training-reservations.ts';
import type { updateUserInfo } from '#members/userinfo.ts';
import type {
  createTrainingSession,
  deleteTrainingSession,
  setFavoriteTrainingSession,
  updateTrainingSession,
} from '#menus/menus.ts';

/**
 * Calls that may wait on a device while there is no network, by kind of write. A device may send
 * them again after 24 hours, when the server has forgotten their idempotency keys. The app stores
 * the kind of a waiting write, so a kind keeps its name.
 */
export interface QueuedCalls {
  readonly profile: typeof updateUserInfo;
  readonly 'ranking-visibility': typeof updateUserInfo;
  readonly draft: typeof createTrainingSession;
  readonly menu: typeof updateTrainingSession | typeof deleteTrainingSession;
  readonly favorite: typeof setFavoriteTrainingSession;
  readonly reservation: typeof createReservation;
}

export type WriteKind = keyof QueuedCalls;
