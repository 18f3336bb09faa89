import {
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { idleReleaseMs } from '@tanren/domain/machines/machine-links';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '#db/database.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createPausedChanges } from '#mqtt/paused-changes.ts';

/** Minimum time between two messages to a page, which then reads its next machines again. */
const shortestPauseMs = 5000;

interface MachineChangeParts {
  readonly db: Database;
  readonly bus: MessageBus;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Returns the members among these who are doing a run. */
  readonly findRunning: FindRunning;
  /** Called for each gym with a change, without a pause. */
  readonly onChanged: (gymId: number) => void;
}

export type FindRunning = (
  db: Queryable,
  subs: readonly string[],
  now: Date,
) => Promise<readonly string[]>;

/**
 * Announces to members that a machine of their gym has become used, held or free. Only members with
 * a link have a live channel, and only those with a run wait for a machine. A lost message does no
 * harm, because pages also read by a timer.
 */
export interface MachineChanges {
  readonly inGym: (gymId: number) => void;
  /** Called after the commit of a change. */
  readonly of: (machineIds: readonly number[]) => Promise<void>;
}

export function createMachineChanges(parts: MachineChangeParts): MachineChanges {
  const { db, bus, now, log, findRunning, onChanged } = parts;
  const failures = createThrottledLog(log, 'members could not be told of a machine');
  const changed: MemberLiveMessage = { type: 'machines-changed' };

  const notify = async (gymId: number): Promise<void> => {
    const linked = await selectLinkedMembers(db, gymId, now());
    const subs = linked.map(({ sub }) => sub);
    if (subs.length === 0) return;
    for (const sub of await findRunning(db, subs, now())) {
      await bus.publish(memberLiveTopic(sub), changed, { qos: 0 });
    }
  };
  const pages = createPausedChanges((gymId) => {
    notify(gymId).catch((error: unknown) => failures.count({ err: error }));
  }, shortestPauseMs);
  const inGym = (gymId: number) => {
    onChanged(gymId);
    pages.changed(gymId);
  };
  return {
    inGym,
    async of(machineIds) {
      if (machineIds.length === 0) return;
      try {
        const gyms = await db
          .selectDistinct({ gymId: machines.gymId })
          .from(machines)
          .where(inArray(machines.id, [...machineIds]));
        for (const { gymId } of gyms) inGym(gymId);
      } catch (error) {
        failures.count({ err: error });
      }
    },
  };
}

/** Selects the members who are linked with a machine of the gym. */
export function selectLinkedMembers(db: Queryable, gymId: number, now: Date) {
  const { sub, machineId, endedAt, lastActiveAt } = tanrenConnections;
  return db
    .select({ sub })
    .from(machines)
    .innerJoin(tanrenConnections, and(eq(machineId, machines.id), isNull(endedAt)))
    .where(
      and(eq(machines.gymId, gymId), gt(lastActiveAt, new Date(now.getTime() - idleReleaseMs))),
    );
}
