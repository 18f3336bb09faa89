import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import * as contract from '@tanren/contract/machines/tanren-connection';
import type { MachineFeel } from '@tanren/domain/machines/machine-offsets';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { releasesAt } from '@tanren/domain/machines/machine-links';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { describeFeel, findMachineOffset } from './machine-offsets.service.ts';
import { describeLiveAddress } from './live-tickets.service.ts';
import { listLastLive } from './tanren-connection.mqtt.ts';
import type { HoldNotifications } from './holds/hold-notifications.ts';
import type { FindSeat, LinkNotifications } from './link-notifications.ts';
import {
  issueLiveTicket,
  linkMachine,
  readCurrentLink,
  readLastEnd,
  unlinkMachine,
} from './tanren-connection.service.ts';
import type { MemberLink } from './tanren-connection.store.ts';

interface TanrenConnectionOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly notifications: LinkNotifications;
  readonly holdNotifications: Pick<HoldNotifications, 'released'>;
  readonly findSeat: FindSeat;
  /** Returns whether messages can reach a machine now. */
  readonly canReachMachines: () => boolean;
  /** Returns the origin of members' pages. Their security policy allows no other. */
  readonly findOrigin: () => URL;
  /**
   * Returns the identity that signed the call. Returns `null` when the proof cannot be checked;
   * then the token alone counts.
   */
  readonly checkIdentity: (call: {
    readonly sub: string;
    readonly idToken: string;
    readonly method: string;
    readonly url: URL;
    readonly proof: contract.IdentityProof;
  }) => Promise<string | null>;
}

export const tanrenConnectionRoutes: FastifyPluginAsyncTypebox<TanrenConnectionOptions> = async (
  app,
  {
    now,
    lockAccount,
    notifications,
    holdNotifications,
    findSeat,
    canReachMachines,
    findOrigin,
    checkIdentity,
  },
) => {
  app.route({
    ...contract.getTanrenConnection,
    handler: async ({ db, identity }) => {
      const { current, ended } = await readCurrentLink(db, identity.sub, now());
      await notifications.ended(ended);
      const machinesReachable = canReachMachines();
      if (current !== null) {
        const seat = await findSeat(db, identity.sub, current.machine);
        const feel = await readFeel(db, current);
        return { connection: toWire(current, seat, feel), ended: null, machinesReachable };
      }
      const last = await readLastEnd(db, identity.sub, now());
      return { connection: null, ended: last, machinesReachable };
    },
  });

  app.route({
    ...contract.createTanrenConnection,
    handler: async ({ db, identity, body, ip }, reply) => {
      // The machine would not receive the link, and the member would wait in front of it.
      if (!canReachMachines()) throw new AppError('machines_unreachable', { retryAfterSeconds: 5 });
      // The address is shortened like in the rate limits, because one customer has a whole /64 of
      // IPv6.
      const address = normalizeIP(ip || 'unknown', 64);
      const request = { sub: identity.sub, code: body.code, address };
      const { current, ended, releasedId } = await linkMachine(db, lockAccount, request, now());
      await notifications.linked(current, ended);
      await holdNotifications.released(releasedId);
      const seat = await findSeat(db, identity.sub, current.machine);
      const feel = await readFeel(db, current);
      return await reply.code(201).send({ connection: toWire(current, seat, feel) });
    },
  });

  app.route({
    ...contract.deleteTanrenConnection,
    handler: async ({ db, afterCommit, identity }, reply) => {
      const ended = await unlinkMachine(db, identity.sub, 'member', now());
      await afterCommit(() => notifications.ended(ended));
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.issueTanrenMqtt,
    handler: async (request, reply) => {
      const { db, identity, body } = request;
      const proof = body?.identity;
      const identityId =
        proof === undefined
          ? null
          : await checkIdentity({
              sub: identity.sub,
              idToken: request.headers.authorization?.replace(/^bearer +/i, '') ?? '',
              method: request.method,
              url: new URL(`/api${contract.issueTanrenMqtt.url}`, findOrigin()),
              proof,
            });
      const issued = await issueLiveTicket(db, lockAccount, identity, now());
      const { expiresAt, connectionId, ...ticket } = issued;
      return await reply.code(201).send({
        url: describeLiveAddress(findOrigin()),
        ...ticket,
        topics: [memberLiveTopic(identity.sub)],
        expiresAt: expiresAt.toISOString(),
        lastMessages: listLastLive(connectionId),
        identityId,
      });
    },
  });
};

async function readFeel(db: Queryable, { machine }: MemberLink): Promise<MachineFeel | null> {
  return describeFeel(await findMachineOffset(db, machine.id));
}

function toWire(
  { link, machine, gymName }: MemberLink,
  lastSeat: number | null,
  machineFeel: MachineFeel | null,
): contract.TanrenConnection {
  return {
    connectionId: link.id,
    linkedAt: link.linkedAt.toISOString(),
    releasesAt: releasesAt(link.lastActiveAt).toISOString(),
    ...(lastSeat !== null && { lastSeat }),
    ...(machineFeel !== null && { machineFeel }),
    ...(machine.inspectionSince !== null && { inspection: true }),
    machine: {
      id: machine.id,
      gymId: machine.gymId,
      gymName,
      workoutTypeId: machine.workoutTypeId,
      minLoad: toKilograms(machine.minLoadHg),
      maxLoad: toKilograms(machine.maxLoadHg),
      loadStep: toKilograms(machine.loadStepHg),
      online: machine.online,
      ...(machine.description !== null && { measures: [...machine.description.measures] }),
    },
  };
}
