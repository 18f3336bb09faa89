import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { userInfos } from '#db/schema/members.ts';
import { bearer } from '#test/support/app.ts';
import {
  calendarGym,
  day,
  hour,
  openCalendars,
  readStatus,
  start,
} from '#test/support/booking/calendars.ts';
import { storeMenu } from '#test/support/menus/menus.ts';
import { escapeText, formatInstant, formatLines } from './reservation-calendar.ts';

const unfold = (text: string) => text.replaceAll('\r\n ', '');

describe('calendar lines', () => {
  test('end with CRLF, and short ones are not folded', () => {
    expect(formatLines(['BEGIN:VCALENDAR', 'END:VCALENDAR'])).toBe(
      'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    );
  });

  test('are folded after 75 octets', () => {
    expect(formatLines(['x'.repeat(75)])).toBe(`${'x'.repeat(75)}\r\n`);
    expect(formatLines(['x'.repeat(76)])).toBe(`${'x'.repeat(75)}\r\n x\r\n`);
    expect(formatLines(['x'.repeat(150)])).toBe(
      `${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x\r\n`,
    );
  });

  test('are folded between characters of any length', () => {
    expect(formatLines([`${'x'.repeat(74)}鍛`])).toBe(`${'x'.repeat(74)}\r\n 鍛\r\n`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const line = `SUMMARY:${escapeText(text)}`;
        const folded = formatLines([line]);
        expect(unfold(folded)).toBe(`${line}\r\n`);
        for (const part of folded.split('\r\n')) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
          expect(Buffer.from(part).toString()).toBe(part);
        }
      }),
    );
  });
});

describe('calendar texts', () => {
  test('cannot start a new line', () => {
    expect(escapeText('a\r\nEND:VEVENT\rb\nc')).toBe(String.raw`a\nEND:VEVENT\nb\nc`);
    expect(escapeText('\u0000\u0007x\u007f\u0085')).toBe('x');
  });

  test('are read by a calendar as they were written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        const lines = ['BEGIN:VEVENT', `SUMMARY:${escapeText(text)}`, 'END:VEVENT'];
        const event = ICAL.Component.fromString(formatLines(lines));
        const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
        expect(event.getFirstPropertyValue('summary')).toBe(plain);
      }),
    );
  });

  test('are escaped', () => {
    expect(escapeText(String.raw`a\b;c,d:e"f`)).toBe(String.raw`a\\b\;c\,d:e"f`);
  });
});

test('writes instants in UTC, to the second', () => {
  expect(formatInstant(new Date('2028-02-29T01:02:03.999+09:00'))).toBe('20280228T160203Z');
});

const { db, gymId, join, clock, app, reserve, change, call, open, renew, readFeed } =
  await openCalendars();

describe('the calendar feed', () => {
  test("contains the member's reservations of the last 30 days and all future ones", async () => {
    const sub = randomUUID();
    const path = await renew(sub);
    await reserve(randomUUID(), day);
    expect(await readFeed(path)).toEqual([]);
    await reserve(sub, -30 * day - hour);
    const shown = [
      await reserve(sub, -30 * day),
      await reserve(sub, 2 * hour),
      await reserve(sub, 27 * day),
    ];
    const uids = (await readFeed(path)).map(({ uid }) => uid);
    expect(uids.toSorted()).toEqual(
      shown.map((id) => `training-reservation-${id}@gym.example`).toSorted(),
    );
  });

  test('contains time and place, in UTC', async () => {
    const sub = randomUUID();
    const id = await reserve(sub, day);
    const [event] = await readFeed(await renew(sub));
    expect(event?.startDate.toString()).toBe('2026-05-02T03:00:00Z');
    expect(event?.endDate.toString()).toBe('2026-05-02T04:00:00Z');
    expect(event?.summary).toBe(`トレーニング（${calendarGym.name}）`);
    expect(event?.location).toBe(calendarGym.address);
    const page = `https://gym.example/reservations/${id}`;
    expect(event?.description).toBe(`変更・キャンセル：${page}`);
    expect(String(event?.component.getFirstPropertyValue('url'))).toBe(page);
    const stamp = event?.component.getFirstPropertyValue('dtstamp');
    expect(String(stamp)).toBe('2026-04-30T01:00:00Z');
    const [alarm] = event?.component.getAllSubcomponents('valarm') ?? [];
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT30M');
  });

  test('keeps the uid of a moved event, and contains cancellations', async () => {
    const sub = randomUUID();
    const path = await renew(sub);
    const slot = `/training-reservations/gyms/${gymId}/2026-05-02`;
    await join(sub, gymId);
    const made = await call<{ id: number }>(sub, 'POST', slot, {
      startsAt: '2026-05-02T03:00:00Z',
    });
    const own = `/training-reservations/my/${made.body.id}`;
    const [first] = await readFeed(path);
    const moved = await call(sub, 'PUT', own, { startsAt: '2026-05-03T03:00:00Z' });
    const [second] = await readFeed(path);
    const cancelled = await call(sub, 'DELETE', own);
    const [third] = await readFeed(path);
    expect([made, moved, cancelled].map(({ status }) => status)).toEqual([201, 200, 204]);

    const all = [first, second, third];
    expect(new Set(all.map((event) => event?.uid)).size).toBe(1);
    expect(all.map((event) => event?.sequence)).toEqual([0, 1, 2]);
    expect(all.map((event) => event && readStatus(event))).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CANCELLED',
    ]);
    expect(second?.startDate.toString()).toBe('2026-05-03T03:00:00Z');
    expect(third?.summary).toMatch(/^【キャンセル済み】/);
    expect(third?.component.getAllSubcomponents('valarm')).toEqual([]);
  });

  test('names the menu while the member may see it', async () => {
    const [sub, author] = [randomUUID(), randomUUID()];
    const hidden = { visibility: 'private' } as const;
    const menus = [
      await storeMenu(db, author, { title: '公開の日' }),
      await storeMenu(db, author, { title: '他人の日', ...hidden }),
      await storeMenu(db, sub, { title: '自分の日', ...hidden }),
      await storeMenu(db, author, { title: '私への日', forSub: sub, ...hidden }),
      await storeMenu(db, sub, { title: '担当の日', forSub: author, ...hidden }),
    ];
    for (const [index, { id }] of menus.entries()) {
      await reserve(sub, (index + 1) * day, { trainingSessionId: id });
    }
    const events = await readFeed(await renew(sub));
    const texts = events.map(({ description }) => description.split('\n'));
    expect(texts.map((lines) => (lines.length === 1 ? null : lines[0]))).toEqual([
      null,
      'メニュー：私への日',
      'メニュー：自分の日',
      null,
      'メニュー：公開の日',
    ]);
  });

  test('contains nothing about the member', async () => {
    const sub = randomUUID();
    const nickname = 'ひみつの会員';
    await db.insert(userInfos).values({ sub, nickname, createdAt: start, updatedAt: start });
    await reserve(sub, day);
    const { body, headers } = await open(await renew(sub));
    const told = `${body}${JSON.stringify(headers)}`;
    expect(told).toContain('BEGIN:VEVENT');
    for (const word of [sub, nickname, 'ATTENDEE', 'ORGANIZER']) expect(told).not.toContain(word);
  });

  test('is limited in length, and keeps future reservations', async () => {
    const sub = randomUUID();
    const id = await reserve(sub, -day);
    for (let n = 0; n < 450; n += 1) await reserve(sub, day, { cancelledAt: start });
    const events = await readFeed(await renew(sub));
    expect(events).toHaveLength(400);
    const [first] = events;
    expect(first?.uid).toContain(`-${id}@`);
  });

  test('is private, and answers 304 while it is unchanged', async () => {
    const sub = randomUUID();
    const id = await reserve(sub, day);
    const path = await renew(sub);
    const { headers } = await open(path);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    const known = { 'if-none-match': String(headers['etag']) };
    clock.now = new Date(start.getTime() + hour);
    const again = await open(path, known);
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([
      304,
      '',
      headers['etag'],
    ]);
    expect(
      (await open(path, { 'if-none-match': `"x", W/${known['if-none-match']}` })).statusCode,
    ).toBe(304);
    await change(id, { cancelledAt: clock.now });
    expect((await open(path, known)).statusCode).toBe(200);
  });

  test('is readable by anyone with the address, whatever else they send', async () => {
    const path = await renew(randomUUID());
    for (const token of ['nobody', randomUUID()]) {
      expect((await open(path, bearer(token))).statusCode).toBe(200);
    }
    const head = await app.inject({ method: 'HEAD', url: path });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });
});
