import { isDeepStrictEqual } from 'node:util';
import {
  type CommandMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { toKilograms, settableAtMost, type SettableLoads } from '@tanren/domain/workouts/loads';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '#db/database.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { unlinkMachine, findEndReason } from './tanren-connection.service.ts';
import {
  type EndedLink,
  findLink,
  findMachineLink,
  findMemberLink,
  type MemberLink,
} from './tanren-connection.store.ts';

/**
 * Finds loads in hectograms. Returns `null` when the type was never done and no trainer chose a
 * load for it.
 */
type FindLoads = (
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  range: SettableLoads,
  now: Date,
) => Promise<{
  readonly nextLoadHg: number;
  readonly chosenByTrainer: boolean;
  /** `null` while the member has not done the type. */
  readonly recentBestHg: number | null;
} | null>;

/** The remaining sets of an item of the menu that the member is doing. */
export interface DueItem {
  readonly sets: number;
  readonly reps: number;
  /** Load in hectograms. `null` for the recommended next load of the member. */
  readonly loadHg: number | null;
  readonly restSeconds: number;
}

/**
 * Finds due items in the order of the menu. Returns none if no menu is under way, or if all items
 * of the type are done.
 */
type FindDueItems = (
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  now: Date,
) => Promise<readonly DueItem[]>;

/**
 * Finds the seat position of the member the last time on a machine of the same model. Returns `null`
 * when the machine does not know its seat, or none is stored.
 */
export type FindSeat = (db: Queryable, sub: string, machine: MachineRow) => Promise<number | null>;

/** Reads of other modules about the member's next exercise at a machine. */
export interface MemberPlans {
  readonly findSeat: FindSeat;
  readonly findLoads: FindLoads;
  readonly findDueItems: FindDueItems;
}

/**
 * Describes the present link of a machine. It is sent when the machine reconnects, and whenever it
 * sends a message for another link.
 */
export async function describeLink(
  db: Queryable,
  plans: MemberPlans,
  machineId: number,
  now: Date,
): Promise<CommandMessage> {
  const found = await findMachineLink(db, machineId);
  const over = found === null ? 'idle' : findEndReason(found, now);
  if (found === null || over !== null) {
    return { type: 'unlinked', connectionId: null, reason: over ?? 'idle' };
  }
  return await describeLinked(db, plans, found, now);
}

async function describeLinked(
  db: Queryable,
  { findLoads, findDueItems }: MemberPlans,
  { link, machine }: MemberLink,
  now: Date,
): Promise<CommandMessage> {
  const { workoutTypeId } = machine;
  const loads = await findLoads(db, link.sub, workoutTypeId, machine, now);
  const nextLoadHg = loads?.nextLoadHg ?? null;
  const recentBestHg = loads?.recentBestHg ?? null;
  const due = await findDueItems(db, link.sub, workoutTypeId, now);
  return {
    type: 'linked',
    connectionId: link.id,
    nickname: await findNickname(db, link.sub),
    nextLoadKg: nextLoadHg === null ? null : toKilograms(nextLoadHg),
    chosenByTrainer: loads?.chosenByTrainer ?? false,
    recentBestKg: recentBestHg === null ? null : toKilograms(recentBestHg),
    items: due.map(({ sets, reps, loadHg, restSeconds }) => {
      // The menu was written for the type, and this machine may have other plates.
      const settableHg = loadHg === null ? nextLoadHg : settableAtMost(machine, loadHg);
      return {
        sets,
        reps,
        loadKg: settableHg === null ? null : toKilograms(settableHg),
        restSeconds,
      };
    }),
  };
}

/** Returns an empty text while the member has no profile, which a link does not require. */
export async function findNickname(db: Queryable, sub: string): Promise<string> {
  const [found] = await db
    .select({ nickname: userInfos.nickname })
    .from(userInfos)
    .where(eq(userInfos.sub, sub));
  return found?.nickname ?? '';
}

export interface LinkNotificationParts {
  readonly db: Database;
  readonly bus: MessageBus;
  readonly plans: MemberPlans;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/**
 * Maximum number of times that a notification is sent again while plans keep changing. The next
 * change sends another one.
 */
const maxCorrections = 3;

/**
 * Notifies machines and members of their links after a change is committed. The call succeeds even
 * if the notification fails: a machine asks again when it reconnects, and is corrected when it
 * sends a message for a link that has ended.
 */
export function createLinkNotifications({ db, bus, plans, now, log }: LinkNotificationParts) {
  const notifyOrLog = async (send: () => Promise<void>): Promise<void> => {
    try {
      await send();
    } catch (error) {
      log.warn({ err: error }, 'a machine could not be told about its link');
    }
  };

  const describe = async (current: MemberLink): Promise<CommandMessage | null> => {
    const command = await describeLinked(db, plans, current, now());
    // The link may have ended meanwhile. The machine's last notification must then be about its
    // end.
    return (await findLink(db, current.link.id))?.endedAt === null ? command : null;
  };

  /**
   * Notifies the machine of a link. A link and a menu may begin and end at the same time, by two
   * calls on two nodes, and the notification that arrives last may be the older one. So each node
   * reads again after it has sent.
   */
  const notifyLinked = async (current: MemberLink): Promise<void> => {
    let command = await describe(current);
    for (let sent = 0; command !== null && sent < maxCorrections; sent += 1) {
      await bus.publish(machineTopic(current.machine.id, 'commands'), command, { qos: 1 });
      const after = await describe(current);
      if (isDeepStrictEqual(after, command)) return;
      command = after;
    }
  };

  /** Sends the member's seat position to a machine whose seat has a motor. */
  const sendSeat = async ({ link, machine }: MemberLink): Promise<void> => {
    if (machine.description?.setsSeat !== true) return;
    const seat = await plans.findSeat(db, link.sub, machine);
    if (seat === null) return;
    const command: CommandMessage = { type: 'seat', connectionId: link.id, seat };
    await bus.publish(machineTopic(machine.id, 'commands'), command, { qos: 1 });
  };

  return {
    linked: async (current: MemberLink, ended: readonly EndedLink[]) =>
      await notifyOrLog(async () => {
        await notifyEnded(bus, ended);
        await notifyLinked(current);
        await sendSeat(current);
      }),
    ended: async (ended: readonly EndedLink[]) => await notifyOrLog(() => notifyEnded(bus, ended)),
    /**
     * Notifies the member's machine, if one is linked, and the member's pages that the plans have
     * changed.
     */
    replanned: async (sub: string) =>
      await notifyOrLog(async () => {
        const current = await findMemberLink(db, sub);
        if (current === null || findEndReason(current, now()) !== null) return;
        await notifyLinked(current);
        const live: MemberLiveMessage = { type: 'replanned', connectionId: current.link.id };
        await bus.publish(memberLiveTopic(sub), live, { qos: 1 });
      }),
  };
}
export type LinkNotifications = ReturnType<typeof createLinkNotifications>;

/**
 * Returns a function for the user pool that ends the links of a member who is signed out
 * everywhere, so that the account no longer collects the workouts of others. Signing out succeeds
 * even if this fails, because an unused link ends by itself.
 */
export function endLinksOfSignedOut(
  parts: Pick<LinkNotificationParts, 'db' | 'now' | 'log'>,
  notifications: Pick<LinkNotifications, 'ended'>,
): (sub: string) => Promise<void> {
  return async (sub) => {
    try {
      await notifications.ended(await unlinkMachine(parts.db, sub, 'signed-out', parts.now()));
    } catch (error) {
      parts.log.warn({ err: error }, 'the link of a member who signed out could not be ended');
    }
  };
}

async function notifyEnded(bus: MessageBus, ended: readonly EndedLink[]): Promise<void> {
  for (const { connectionId, machineId, sub, reason } of ended) {
    const command: CommandMessage = { type: 'unlinked', connectionId, reason };
    const live: MemberLiveMessage = { type: 'unlinked', connectionId, reason };
    await bus.publish(machineTopic(machineId, 'commands'), command, { qos: 1 });
    await bus.publish(memberLiveTopic(sub), live, { qos: 1 });
  }
}
