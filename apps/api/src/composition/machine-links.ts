import { inArray } from 'drizzle-orm';
import { machines } from '#db/schema/machines.ts';
import { type BoardChanges, findBoardChanges } from '#modules/booking/board/board-changes.ts';
import {
  createLinkNotifications,
  endLinksOfSignedOut,
  type LinkNotificationParts,
  type LinkNotifications,
  type MemberPlans,
} from '#modules/machines/link-notifications.ts';
import { findDueItems } from '#modules/menus/menu-runs.service.ts';
import { findLastSeat } from '#modules/workouts/workout-reads.service.ts';
import { findMachineLoads } from '#modules/workouts/workout-loads.service.ts';

/** Loads, seat and menu items that a machine shows to its member, from the workouts and menus areas. */
export const memberPlans: MemberPlans = {
  findSeat: findLastSeat,
  findLoads: findMachineLoads,
  findDueItems,
};

/** Opens the notifications of links. They also update the board, which shows linked members. */
export function openLinkNotifications(
  parts: LinkNotificationParts,
  boards: BoardChanges = findBoardChanges(parts.bus, parts.log),
): LinkNotifications {
  const notifications = createLinkNotifications(parts);
  const publishToGyms = async (machineIds: readonly number[]): Promise<void> => {
    if (machineIds.length === 0) return;
    try {
      const gyms = await parts.db
        .selectDistinct({ gymId: machines.gymId })
        .from(machines)
        .where(inArray(machines.id, [...machineIds]));
      for (const { gymId } of gyms) boards.changed(gymId);
    } catch (error) {
      parts.log.warn({ err: error }, 'boards could not be told of a link');
    }
  };
  return {
    linked: async (current, ended) => {
      await notifications.linked(current, ended);
      await publishToGyms([current.machine.id, ...ended.map(({ machineId }) => machineId)]);
    },
    ended: async (ended) => {
      await notifications.ended(ended);
      await publishToGyms(ended.map(({ machineId }) => machineId));
    },
    replanned: notifications.replanned,
  };
}

/** Returns the function that the user pool calls when a member is signed out everywhere. */
export function endLinksOnSignOut(parts: LinkNotificationParts): (sub: string) => Promise<void> {
  return endLinksOfSignedOut(parts, openLinkNotifications(parts));
}
