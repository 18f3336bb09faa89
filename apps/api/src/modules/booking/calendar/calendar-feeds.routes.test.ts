import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import {
  day,
  openCalendars,
  readEvents,
  readStatus,
  start,
} from '#test/support/booking/calendars.ts';
import { bearer } from '#test/support/app.ts';
import { readExports } from '#test/support/members/exports.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { findTraces } from '#test/support/members/member-traces.ts';
import { calendarFeedData } from './calendar-feeds.service.ts';
import { replaceFeed } from './calendar-feeds.store.ts';

const { db } = await createTestDatabase();
const madeAt = new Date('2026-05-01T15:30:00Z');

const readRows = async (sub: string) =>
  Object.values(await readExports(db, calendarFeedData, sub)).flat();

test('the export contains the date of the calendar address, never the address', async () => {
  const sub = randomUUID();
  expect(await readRows(sub)).toEqual([]);
  await replaceFeed(db, { sub, tokenHash: randomUUID(), createdAt: madeAt });
  expect(await readRows(sub)).toEqual([
    { record: { createdAt: madeAt }, cells: ['2026-05-02 00:30:00'] },
  ]);
});

const { url, clock, log, app, reserve, call, open, renew } = await openCalendars();

describe('the calendar address', () => {
  test('is shown once, and only its hash is stored', async () => {
    const sub = randomUUID();
    const before = await call(sub, 'GET', '/my/calendar-feed');
    expect(before.body).toEqual({ createdAt: null });
    const path = await renew(sub);
    const after = await call(sub, 'GET', '/my/calendar-feed');
    expect(after.body).toEqual({ createdAt: start.toISOString() });
    const token = /[\w-]{43}/.exec(path)?.[0] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await findTraces(url, [token])).toEqual([]);
    expect(await findTraces(url, [sub])).toEqual(['public.calendar_feeds']);
  });

  test('stops working after it is renewed', async () => {
    const sub = randomUUID();
    const first = await renew(sub);
    clock.now = new Date(start.getTime() + day);
    const second = await renew(sub);
    expect((await open(first)).statusCode).toBe(404);
    expect((await open(second)).statusCode).toBe(200);
    const { body } = await call(sub, 'GET', '/my/calendar-feed');
    expect(body['createdAt']).toBe(clock.now.toISOString());
  });

  test('stops working after it is stopped, which can be repeated', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    const [path, others] = [await renew(sub), await renew(other)];
    expect((await call(sub, 'DELETE', '/my/calendar-feed')).status).toBe(204);
    expect((await call(sub, 'DELETE', '/my/calendar-feed')).status).toBe(204);
    expect([(await open(path)).statusCode, (await open(others)).statusCode]).toEqual([404, 200]);
    const { body } = await call(sub, 'GET', '/my/calendar-feed');
    expect(body['createdAt']).toBeNull();
  });

  test('exactly one works of twenty created at once', async () => {
    const sub = randomUUID();
    const paths = await Promise.all(Array.from({ length: 20 }, () => renew(sub)));
    const answers = await Promise.all(paths.map((path) => open(path)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('never appears in the log', async () => {
    const path = await renew(randomUUID());
    const key = /[\w-]{43}/.exec(path)?.[0] ?? '';
    log.length = 0;
    const requests: InjectOptions[] = [
      { url: path },
      { method: 'HEAD', url: path },
      { url: `${path}?x=${key}` },
      { method: 'POST', url: path },
      { method: 'OPTIONS', url: path },
      { url: `${path}/` },
      { url: path.replace('.ics', '') },
      { url: path.replace('/calendar-feeds/', '/calendar-feed/') },
      { url: `${path}%zz` },
    ];
    for (const request of requests) await app.inject(request);
    expect(log).toHaveLength(requests.length);
    expect(log[0]).toContain('"route":"/api/calendar-feeds/:feedFile"');
    expect(log.join('')).not.toContain(key);
  });
});

describe('the calendar file of one reservation', () => {
  const file = (id: number) => `/training-reservations/my/${id}/calendar.ics`;

  test('contains only this one, with the same uid as in the feed', async () => {
    const sub = randomUUID();
    const id = await reserve(sub, day);
    await reserve(sub, 2 * day);
    const { statusCode, headers, body } = await open(`/api${file(id)}`, bearer(sub));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="tanren-reservation-${id}.ics"`,
      'cache-control': 'no-store',
    });
    const events = readEvents(body);
    expect(events.map(({ uid }) => uid)).toEqual([`training-reservation-${id}@gym.example`]);
  });

  test('marks a cancelled one so that calendars remove it', async () => {
    const sub = randomUUID();
    const id = await reserve(sub, day, { cancelledAt: start, sequence: 3 });
    const [event] = readEvents((await call<string>(sub, 'GET', file(id))).body);
    expect([event?.sequence, event && readStatus(event)]).toEqual([3, 'CANCELLED']);
  });

  test('is only for its member', async () => {
    const id = await reserve(randomUUID(), day);
    expect((await call(randomUUID(), 'GET', file(id))).status).toBe(404);
  });
});
