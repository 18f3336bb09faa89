import type { WriteKind } from '@tanren/contract/queued-calls';
import { queuedBookings } from '#features/booking/queued-bookings.ts';
import { queuedProfile } from '#features/members/queued-profile.ts';
import { queuedMenus } from '#features/menus/queued-menus.ts';
import {
  explainChange,
  notifyRejectedChange,
  type QueuedWrite,
  type QueuedWrites,
  readKind,
} from '#lib/offline/queued-write.ts';

/** Every kind of queued write. A kind without a description does not compile. */
const queuedWrites: QueuedWrites = { ...queuedProfile, ...queuedMenus, ...queuedBookings };

/** A write that another build has stored and that this build does not know. */
const unknownWrite: QueuedWrite<unknown> = {
  name: ({ about }) => `${about}の変更`,
  explain: (write) => explainChange(write),
  findWayOn: () => null,
  doneText: 'に変更',
  hasContent: true,
  onSent: (queryClient) => {
    void queryClient.invalidateQueries();
  },
  onRejected: () => {
    notifyRejectedChange();
    return false;
  },
};

/** Returns the description of a stored write. Its answer has the type that its kind declares. */
export function describeWrite({ target }: { readonly target: string }): QueuedWrite<unknown> {
  const kind = readKind(target);
  return Object.hasOwn(queuedWrites, kind)
    ? (queuedWrites[kind as WriteKind] as QueuedWrite<unknown>)
    : unknownWrite;
}
