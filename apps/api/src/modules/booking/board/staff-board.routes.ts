import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { gymTopic } from '@tanren/contract/booking/gym-messages';
import * as contract from '@tanren/contract/booking/staff-board';
import { eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import { gyms } from '#db/schema/gyms.ts';
import { toUsername } from '#mqtt/access-rules.ts';
import { describeLiveAddress, storeLiveTicket } from '#modules/machines/live-tickets.service.ts';
import { readBoard } from './staff-board.service.ts';
import { admitWalkIn, setBoardNote, setEntry, type WalkInParts } from './visit-changes.service.ts';

interface StaffBoardOptions extends WalkInParts {
  readonly now: () => Date;
  /** Decrypts the health checks. */
  readonly healthKey: Buffer;
  /** Returns the origin that the pages are served from. */
  readonly findOrigin: () => URL;
  /** Called after the commit of a change that the gym's board shows. */
  readonly onBoardChanged: (gymId: number) => void;
}

export const staffBoardRoutes: FastifyPluginAsyncTypebox<StaffBoardOptions> = async (
  app,
  { now, healthKey, findOrigin, onBoardChanged, ...parts },
) => {
  app.route({
    ...contract.getBoard,
    handler: async ({ db, identity, params, query }) => {
      const request = { staffSub: identity.sub, gymId: params.gymId, date: query.date };
      const { lockAccount } = parts;
      return await readBoard(db, { lockAccount, healthKey }, request, now());
    },
  });

  app.route({
    ...contract.setEntry,
    handler: async ({ db, afterCommit, identity, params, body }, reply) => {
      const request = { staffSub: identity.sub, ...params, ...body };
      const gymId = await setEntry(db, parts, request, now());
      await afterCommit(() => onBoardChanged(gymId));
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.addWalkIn,
    handler: async ({ db, afterCommit, identity, params, body }) => {
      const request = { staffSub: identity.sub, ...params, ...body };
      const answer = await admitWalkIn(db, parts, request, now());
      if (answer.reservationId !== null) await afterCommit(() => onBoardChanged(params.gymId));
      return answer;
    },
  });

  app.route({
    ...contract.setBoardNote,
    handler: async ({ db, afterCommit, identity, params, body }, reply) => {
      const request = { staffSub: identity.sub, ...params, ...body };
      const gymId = await setBoardNote(db, parts, request, now());
      await afterCommit(() => onBoardChanged(gymId));
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.openBoardChannel,
    handler: async ({ db, identity: { sub, originJti }, params: { gymId } }) => {
      const username = toUsername({ kind: 'board', gymId, sub });
      const { expiresAt, ...ticket } = await db.transaction(async (tx) => {
        await parts.lockAccount(tx, sub);
        if ((await tx.$count(gyms, eq(gyms.id, gymId))) === 0) throw new AppError('not_found');
        return await storeLiveTicket(tx, { username, sub, originJti }, now());
      });
      return {
        url: describeLiveAddress(findOrigin()),
        ...ticket,
        topics: [gymTopic(gymId, 'board')],
        expiresAt: expiresAt.toISOString(),
      };
    },
  });
};
