import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/booking/gym-door';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { type DoorAnswer, type DoorCode, openDoor } from './gym-door.service.ts';

interface GymDoorOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly doorKey: Buffer;
}

export const gymDoorRoutes: FastifyPluginAsyncTypebox<GymDoorOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.getGymDoor,
    handler: async ({ db, identity, params, query }) => {
      const at = now();
      const { keepChangeable = true } = query;
      const question = { sub: identity.sub, gymId: params.gymId, keepChangeable };
      return toWire(await openDoor(db, parts, question, at), at);
    },
  });
};

function toWire({ decision, codes }: DoorAnswer, now: Date): contract.GymDoor {
  const serverTime = now.toISOString();
  if (!decision.open) {
    const { reason, from } = decision;
    const validFrom = from === null ? {} : { validFrom: from.toISOString() };
    return { available: false, reason, ...validFrom, upcoming: [], serverTime };
  }
  const [present, ...upcoming] = codes.map(toWireCode);
  return {
    available: true,
    ...present,
    upcoming,
    until: decision.until.toISOString(),
    serverTime,
  };
}

function toWireCode({ passcode, validFrom, validUntil }: DoorCode): contract.DoorCode {
  return {
    passcode,
    validFrom: validFrom.toISOString(),
    validUntil: validUntil.toISOString(),
  };
}
