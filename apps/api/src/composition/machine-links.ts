import { findBoardChanges } from '#modules/booking/board/board-changes.ts';
import {
  createHoldNotifications,
  type HoldNotifications,
} from '#modules/machines/holds/hold-notifications.ts';
import {
  createLinkNotifications,
  endLinksOfSignedOut,
  type LinkNotificationParts,
  type LinkNotifications,
  type MemberPlans,
} from '#modules/machines/link-notifications.ts';
import { createMachineChanges, type MachineChanges } from '#modules/machines/machine-changes.ts';
import { findDueItems, findRunning } from '#modules/menus/runs/menu-runs.service.ts';
import { findLastSeat } from '#modules/workouts/workout-reads.service.ts';
import { findMachineLoads } from '#modules/workouts/workout-loads.service.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';

/** Loads, seat and menu items that a machine shows to its member, from the workouts and menus areas. */
export const memberPlans: MemberPlans = {
  findSeat: findLastSeat,
  findLoads: findMachineLoads,
  findDueItems,
};

type ChangeParts = Omit<LinkNotificationParts, 'plans'>;

const changesOf = new WeakMap<MessageBus, MachineChanges>();

/**
 * Returns the announcements of changed machines to members and boards. There is one per bus, so that
 * the pause between two applies to the whole node.
 */
export function findMachineChanges(parts: ChangeParts): MachineChanges {
  const boards = findBoardChanges(parts.bus, parts.log);
  const known =
    changesOf.get(parts.bus) ??
    createMachineChanges({ ...parts, findRunning, onChanged: boards.changed });
  changesOf.set(parts.bus, known);
  return known;
}

/** Opens the notifications of links. They also announce the changed machines. */
export function openLinkNotifications(parts: LinkNotificationParts): LinkNotifications {
  const notifications = createLinkNotifications(parts);
  const changes = findMachineChanges(parts);
  return {
    linked: async (current, ended) => {
      await notifications.linked(current, ended);
      await changes.of([current.machine.id, ...ended.map(({ machineId }) => machineId)]);
    },
    ended: async (ended) => {
      await notifications.ended(ended);
      await changes.of(ended.map(({ machineId }) => machineId));
    },
    replanned: notifications.replanned,
  };
}

/** Opens the notifications of holds. They also announce the changed machines. */
export function openHoldNotifications(parts: ChangeParts): HoldNotifications {
  return createHoldNotifications({ ...parts, onChanged: findMachineChanges(parts).of });
}

/** Returns the function that the user pool calls when a member is signed out everywhere. */
export function endLinksOnSignOut(parts: LinkNotificationParts): (sub: string) => Promise<void> {
  return endLinksOfSignedOut(parts, openLinkNotifications(parts));
}
