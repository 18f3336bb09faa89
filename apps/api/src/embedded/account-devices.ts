import type { EventSource } from '@tanren/user-pool/events/record-event';
import { authenticationEvents } from '@tanren/user-pool/schema/authentication-events';
import { toClientNetwork } from '@tanren/user-pool/throttle/client-network';
import { endDevice, endOtherDevices, listDevices } from '@tanren/user-pool/tokens/devices';
import { countRecoveryCodes, renewRecoveryCodes } from '@tanren/user-pool/totp/recovery-codes';
import type { UserPoolOptions } from '@tanren/user-pool/user-pool-options';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { cutPage, isBefore, readTimeCursor, selectMicros } from '#db/time-cursor.ts';

interface Asker {
  readonly sub: string;
  readonly email: string;
  readonly address: string;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
}

interface EventPageRequest {
  readonly sub: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** The sign-ins of our own pool, for their owner. */
export function openAccountDevices(pool: UserPoolOptions) {
  return {
    list: async (sub: string) => await listDevices(pool.db, sub, pool.now()),
    end: async (asker: Asker, device: string) =>
      await endDevice(pool, readSource(asker), asker, device),
    endOthers: async (asker: Asker, keep: string) =>
      await endOtherDevices(pool, readSource(asker), asker, keep),
    countRecoveryCodes: async (sub: string) => await countRecoveryCodes(pool.db, sub),
    renewRecoveryCodes: async (asker: Asker) =>
      await renewRecoveryCodes(pool, readSource(asker), asker.sub),
    listEvents: async ({ sub, cursor, limit }: EventPageRequest) => {
      const { id, at, operation, outcome, network, requestId } = authenticationEvents;
      const found = await pool.db
        .select({ id, at, operation, outcome, network, requestId, micros: selectMicros(at) })
        .from(authenticationEvents)
        .where(
          and(
            eq(authenticationEvents.sub, sub),
            cursor === null ? undefined : isBefore(at, id, readTimeCursor(cursor)),
          ),
        )
        .orderBy(desc(at), desc(id))
        .limit(limit + 1);
      const { items, nextCursor } = cutPage(found, limit);
      return { items: items.map(({ micros: _, ...event }) => event), nextCursor };
    },
  };
}

export function readSource({
  address,
  requestId,
  log,
}: Pick<Asker, 'address' | 'requestId' | 'log'>): EventSource {
  return { clientNetwork: toClientNetwork(address), requestId, log };
}
