import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/booking/calendar-feed';
import { getReservationCalendar } from '@tanren/contract/booking/training-reservations';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { renewFeed, writeFeed, writeReservation } from './calendar-feeds.service.ts';
import { deleteFeed, findFeedTime } from './calendar-feeds.store.ts';

interface CalendarOptions {
  readonly now: () => Date;
  readonly publicUrl: URL;
}

interface MemberCalendarOptions extends CalendarOptions {
  readonly lockAccount: LockAccount;
}

const calendarType = 'text/calendar; charset=utf-8';
const fileEnd = '.ics';

export const memberCalendarRoutes: FastifyPluginAsyncTypebox<MemberCalendarOptions> = async (
  app,
  { now, publicUrl, lockAccount },
) => {
  app.route({
    ...contract.getCalendarFeed,
    handler: async ({ db, identity }) => ({
      createdAt: (await findFeedTime(db, identity.sub))?.toISOString() ?? null,
    }),
  });

  app.route({
    ...contract.renewCalendarFeed,
    handler: async ({ db, identity }, reply) => {
      const token = await renewFeed(db, lockAccount, identity.sub, now());
      const { href: url } = new URL(`/api/calendar-feeds/${token}${fileEnd}`, publicUrl);
      return await reply.code(201).send({ url });
    },
  });

  app.route({
    ...contract.deleteCalendarFeed,
    handler: async ({ db, identity }, reply) => {
      await deleteFeed(db, identity.sub);
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...getReservationCalendar,
    handler: async ({ db, identity, params: { reservationId } }, reply) => {
      const calendar = await writeReservation(db, identity.sub, reservationId, publicUrl);
      const name = `tanren-reservation-${reservationId}${fileEnd}`;
      return await reply
        .type(calendarType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(calendar);
    },
  });
};

/** Serves the calendar feed without a sign-in, because the address itself is the key. */
export const calendarFeedRoutes: FastifyPluginAsyncTypebox<CalendarOptions> = async (
  app,
  { now, publicUrl },
) => {
  app.route({
    ...contract.readCalendarFeed,
    handler: async ({ db, params: { feedFile }, headers }, reply) => {
      const token = feedFile.slice(0, -fileEnd.length);
      const calendar = await writeFeed(db, token, publicUrl, now());
      const tag = `"${createHash('sha256').update(calendar).digest('base64url')}"`;
      // The calendar may store the feed but has to revalidate it each time, so a renewed address
      // ends the old one at once.
      reply.header('cache-control', 'private, no-cache').header('etag', tag);
      if (headers['if-none-match']?.includes(tag)) return await reply.code(304).send(undefined);
      return await reply
        .type(calendarType)
        .header('content-disposition', 'inline; filename="tanren.ics"')
        .send(calendar);
    },
  });
};
