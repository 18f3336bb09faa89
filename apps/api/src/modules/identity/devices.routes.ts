import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/identity/devices';
import { getRecoveryCodes, renewRecoveryCodes } from '@tanren/contract/identity/devices';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import {
  type AuthenticationOperation,
  type AuthenticationOutcome,
  nameDevice,
} from '@tanren/domain/identity/authentication';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Queryable } from '#db/database.ts';
import type { AfterCommit } from '#db/open-transaction.ts';
import { AppError } from '#http/app-error.ts';

interface AccountDevice {
  readonly originJti: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** The member of the call, and where the call came from. */
interface Caller {
  readonly sub: string;
  readonly address: string;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  readonly afterCommit: AfterCommit;
}

interface EventPageRequest {
  readonly sub: string;
  readonly cursor: string | null;
  readonly limit: number;
}

interface AccountEvent {
  readonly id: number;
  readonly at: Date;
  readonly operation: AuthenticationOperation;
  readonly outcome: AuthenticationOutcome;
  readonly network: string;
  readonly requestId: string;
}

/** The sign-ins of an account in the embedded user pool. */
interface AccountDevices {
  readonly list: (db: Queryable, sub: string) => Promise<readonly AccountDevice[]>;
  /** Ends a sign-in. Returns `false` if the member has none with this id. */
  readonly end: (db: Queryable, caller: Caller, device: string) => Promise<boolean>;
  readonly endOthers: (db: Queryable, caller: Caller, keep: string) => Promise<number>;
  readonly countRecoveryCodes: (db: Queryable, sub: string) => Promise<number>;
  /** Replaces the recovery codes. Returns `null` if no authenticator app is in use. */
  readonly renewRecoveryCodes: (db: Queryable, caller: Caller) => Promise<string[] | null>;
  readonly listEvents: (
    db: Queryable,
    request: EventPageRequest,
  ) => Promise<{ items: readonly AccountEvent[]; nextCursor: string | null }>;
}

interface DeviceOptions {
  /** `null` if the accounts are in Amazon Cognito, which does not provide this data. */
  readonly devices: AccountDevices | null;
}

export const deviceRoutes: FastifyPluginAsyncTypebox<DeviceOptions> = async (app, { devices }) => {
  app.route({
    ...contract.listDevices,
    handler: async ({ db, identity }) => {
      if (devices === null) return { available: false, items: [] };
      const items = (await devices.list(db, identity.sub)).map((device) => ({
        deviceId: device.originJti,
        name: nameDevice(device.userAgent),
        current: device.originJti === identity.originJti,
        signedInAt: device.createdAt.toISOString(),
        lastSeenAt: device.lastSeenAt.toISOString(),
      }));
      return { available: true, items };
    },
  });

  app.route({
    ...contract.endDevice,
    handler: async (request, reply) => {
      const deviceId = request.params.deviceId.toLowerCase();
      const ended = await devices?.end(request.db, readCaller(request), deviceId);
      if (ended !== true) throw new AppError('not_found');
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.endOtherDevices,
    handler: async (request) => {
      const { originJti } = request.identity;
      if (devices === null || originJti === undefined) throw new AppError('not_found');
      return { ended: await devices.endOthers(request.db, readCaller(request), originJti) };
    },
  });

  app.route({
    ...contract.listAuthenticationEvents,
    handler: async ({ db, identity, query: { cursor = null, limit = defaultPageLimit } }) => {
      if (devices === null) return { available: false, items: [], nextCursor: null };
      const page = await devices.listEvents(db, { sub: identity.sub, cursor, limit });
      const items = page.items.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
      return { available: true, items, nextCursor: page.nextCursor };
    },
  });

  app.route({
    ...getRecoveryCodes,
    handler: async ({ db, identity }) => {
      if (devices === null) return { available: false, left: 0 };
      return { available: true, left: await devices.countRecoveryCodes(db, identity.sub) };
    },
  });

  app.route({
    ...renewRecoveryCodes,
    handler: async (request, reply) => {
      const codes = (await devices?.renewRecoveryCodes(request.db, readCaller(request))) ?? null;
      if (codes === null) throw new AppError('not_found');
      return await reply.code(201).send({ codes });
    },
  });
};

function readCaller({ identity, ip, id, log, afterCommit }: FastifyRequest): Caller {
  return { sub: identity.sub, address: ip, requestId: id, log, afterCommit };
}
