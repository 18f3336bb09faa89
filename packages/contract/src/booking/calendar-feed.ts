import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';

export const getCalendarFeed = endpoint({
  method: 'GET',
  url: '/my/calendar-feed',
  access: 'member',
  summary: 'Whether there is a calendar address, and since when; the address itself is told once',
  schema: {
    response: {
      200: Type.Object({
        createdAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
      }),
    },
  },
});

export const renewCalendarFeed = endpoint({
  method: 'POST',
  url: '/my/calendar-feed',
  access: 'member',
  recentAuthentication: true,
  ownerLetter: 'calendar-feed',
  summary: 'Makes a new calendar address; the one before stops working. Told by mail',
  schema: { response: { 201: Type.Object({ url: Type.String() }) } },
});

export const deleteCalendarFeed = endpoint({
  method: 'DELETE',
  url: '/my/calendar-feed',
  access: 'member',
  summary: 'Stops the calendar address; repeatable',
  schema: { response: { 204: Type.Null() } },
});

const CalendarFile = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

const Unchanged = Type.Unsafe<undefined>({ description: 'As If-None-Match knows it' });

/** Calendar apps send no token: every client that knows the address may read the feed. */
export const readCalendarFeed = endpoint({
  method: 'GET',
  url: '/calendar-feeds/:feedFile',
  access: 'public',
  summary: 'The reservations behind a private calendar address',
  schema: {
    params: closedObject({ feedFile: Type.String({ pattern: '^[\\w-]{43}\\.ics$' }) }),
    produces: ['text/calendar'],
    response: { 200: CalendarFile, 304: Unchanged },
  },
});
