import { randomUUID } from 'node:crypto';
import type { Announcement } from '@tanren/contract/members/announcements';
import type { StaffAnnouncement } from '@tanren/contract/members/staff-announcements';
import { desc, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { announcements } from '#db/schema/members.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { type Method, openWorld, readPages } from '#test/support/world.ts';

const noon = new Date('2026-04-01T03:00:00Z');
const world = await openWorld(noon);
const { db, app, clock } = world;
const staff = randomUUID();

const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

beforeEach(async () => {
  await db.delete(announcements);
});

interface Answered extends StaffAnnouncement {
  readonly items: readonly StaffAnnouncement[];
  readonly nextCursor: string | null;
}

const call = async (method: Method, path = '', payload?: object) =>
  await world.call<Answered>(`${staff}/staff`, method, `/staff/informations${path}`, payload);

async function write(content: string, publishAt: Date | null = null) {
  const sent = { content, publishAt: publishAt?.toISOString() ?? null, draftId: randomUUID() };
  const { status, body } = await call('POST', '', sent);
  expect(status).toBe(201);
  return body;
}

const put = async (at: Pick<StaffAnnouncement, 'id' | 'version'>, sent: object) =>
  await call('PUT', `/${at.id}`, { version: at.version, ...sent });

async function readPublic(): Promise<string[]> {
  const items = (await app.inject('/api/informations')).json<Announcement[]>();
  return items.map(({ content }) => content);
}

const readLog = async () =>
  await db.select().from(staffAuditLog).orderBy(desc(staffAuditLog.id)).limit(50);
const countLog = async () => await db.$count(staffAuditLog);

test('creates a draft, a planned and a published announcement', async () => {
  const draft = await write('下書き');
  const planned = await write('予定', later(60));
  const published = await write('公開', later(-60));
  expect(draft).toMatchObject({ publishAt: null, published: false, version: 1 });
  expect(planned).toMatchObject({ publishAt: later(60).toISOString(), published: false });
  // The sent time is in the past, so the announcement gets the present one.
  expect(published).toMatchObject({ publishAt: noon.toISOString(), published: true });
  expect(await readPublic()).toEqual(['公開']);
});

test('shows exactly what is published at the current time', async () => {
  await write('下書き');
  await write('予定', later(60));
  await write('今', noon);
  clock.now = new Date(later(60).getTime() - 1);
  expect(await readPublic()).toEqual(['今']);
  clock.now = later(60);
  expect(await readPublic()).toEqual(['予定', '今']);
  const { body } = await call('GET');
  expect(body.items.map(({ content, published }) => [content, published])).toEqual([
    ['下書き', false],
    ['予定', true],
    ['今', true],
  ]);
});

test('lists all page by page: drafts first, then by publication time', async () => {
  for (let n = 0; n < 5; n += 1) {
    await write(`下書き${n}`);
    await write(`同時${n}`, noon);
    await write(`予定${n}`, later(n + 1));
  }
  const pages = await readPages(async (from) => (await call('GET', `?limit=2${from}`)).body);
  const found = pages.flat().map(({ content }) => content);
  const down = (name: string) => [4, 3, 2, 1, 0].map((n) => `${name}${n}`);
  expect(found).toEqual([...down('下書き'), ...down('予定'), ...down('同時')]);
});

test('creates and logs an announcement once when it is sent again, also at the same moment', async () => {
  const before = await countLog();
  const sent = { content: '一度だけ', publishAt: later(-5).toISOString(), draftId: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '', sent)));
  clock.now = later(3);
  answers.push(await call('POST', '', { ...sent, content: '一度だけ \n' }));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(answers.at(-1)?.body.publishAt).toBe(noon.toISOString());
  expect(await db.$count(announcements)).toBe(1);
  expect((await countLog()) - before).toBe(1);
  const other = await call('POST', '', { ...sent, content: '書き直した' });
  expect([other.status, other.code]).toEqual([409, 'stale_version']);
});

test('rejects a change of an outdated version, and accepts the same change again', async () => {
  const made = await write('初稿');
  const sent = { content: '第二稿', publishAt: later(-1).toISOString() };
  const first = await put(made, sent);
  expect(first.body).toMatchObject({ version: 2, publishAt: noon.toISOString() });
  clock.now = later(10);
  const logged = await countLog();
  const again = await put(made, sent);
  expect([again.status, again.body]).toEqual([200, first.body]);
  const stale = await put(made, { ...sent, content: '別の第二稿' });
  expect([stale.status, stale.code]).toEqual([409, 'stale_version']);
  const withdrawn = await put(made, { ...sent, publishAt: null });
  expect([withdrawn.status, withdrawn.code]).toEqual([409, 'stale_version']);
  expect(await countLog()).toBe(logged);
  expect(await readPublic()).toEqual(['第二稿']);
});

test('one of two simultaneous changes of a version wins', async () => {
  const made = await write('初稿');
  const answers = await Promise.all(
    ['甲', '乙', '丙', '丁'].map((content) => put(made, { content, publishAt: null })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409,
  ]);
});

test('keeps the publication time of a published one unless another is given', async () => {
  const made = await write('公開', noon);
  clock.now = later(30);
  const edited = await put(made, { content: '公開（訂正）', publishAt: made.publishAt });
  expect(edited.body).toMatchObject({ publishAt: noon.toISOString(), version: 2 });
  expect(edited.body.updatedAt).toBe(later(30).toISOString());
  const planned = await put(edited.body, { content: '公開', publishAt: later(60).toISOString() });
  expect(planned.body).toMatchObject({ published: false });
  expect(await readPublic()).toEqual([]);
  const draft = await put(planned.body, { content: '公開', publishAt: null });
  const again = await put(draft.body, { content: '公開', publishAt: noon.toISOString() });
  expect(again.body).toMatchObject({ published: true, publishAt: later(30).toISOString() });
});

test('a change without effect makes no new version and no audit entry', async () => {
  const made = await write('そのまま', later(60));
  const logged = await countLog();
  const { body } = await put(made, { content: ' そのまま\n', publishAt: made.publishAt });
  expect(body).toEqual(made);
  expect(await countLog()).toBe(logged);
});

test('a deleted announcement is gone', async () => {
  const made = await write('消す', noon);
  expect((await call('DELETE', `/${made.id}`)).status).toBe(204);
  expect(await readPublic()).toEqual([]);
  expect((await call('DELETE', `/${made.id}`)).code).toBe('not_found');
  expect((await put(made, { content: '消す', publishAt: null })).code).toBe('not_found');
});

test('stores text in NFC with its lines, up to 4000 characters', async () => {
  const made = await write('\n【パ\u309aス】  \r\n本文\t\n\n\n\n\n終わり\u200b\n');
  expect(made.content).toBe('【パ\u309aス】\n本文\n\n\n終わり'.normalize('NFC'));
  expect((await write('か\u3099'.repeat(4000))).content).toBe('が'.repeat(4000));
  const rejected = [
    'あ'.repeat(4001),
    ' \n　',
    '\u200b',
    'ベル\u0007',
    '\u001b[2J',
    'x'.repeat(16_001),
  ];
  for (const content of rejected) {
    const sent = { content, publishAt: null, draftId: randomUUID() };
    const { status, fields } = await call('POST', '', sent);
    expect([status, fields.map(({ path }) => path)]).toEqual([400, ['/content']]);
  }
});

test('rejects a time of publication in forty years', async () => {
  const sent = { content: '本文', publishAt: '2066-01-01T00:00:00Z', draftId: randomUUID() };
  expect((await call('POST', '', sent)).status).toBe(400);
});

test('logs each change with its old and new values', async () => {
  const long = `【お知らせ】\n${'本文'.repeat(500)}`;
  const made = await write(long);
  const { body } = await put(made, { content: `${long}追記`, publishAt: later(60).toISOString() });
  await call('DELETE', `/${body.id}`);
  const [deleted, changed, created] = await readLog();
  expect(created).toMatchObject({
    action: 'information.create',
    staffSub: staff,
    memberSub: null,
    target: '【お知らせ】',
    at: noon,
  });
  expect(created?.changes).toEqual([
    { field: 'publishAt', before: '', after: '下書き' },
    {
      field: 'content',
      before: '',
      after: expect.stringMatching(/^【お知らせ】\n本.{190,}…$/) as string,
    },
  ]);
  expect(changed?.changes).toEqual([
    { field: 'publishAt', before: '下書き', after: '2026-04-01 13:00:00' },
    {
      field: 'content',
      before: expect.any(String) as string,
      after: expect.stringMatching(/追記$/) as string,
    },
  ]);
  expect(deleted).toMatchObject({ action: 'information.delete', target: '【お知らせ】' });
  for (const { before, after } of [created, changed, deleted].flatMap((e) => e?.changes ?? [])) {
    expect(Math.max(Array.from(before).length, Array.from(after).length)).toBeLessThanOrEqual(200);
  }
});

test('rolls back a change that cannot be logged', async () => {
  const made = await write('元のまま', noon);
  await db.execute(
    sql`alter table staff_audit_log add constraint full_log check (id < 0) not valid`,
  );
  onTestFinished(async () => {
    await db.execute(sql`alter table staff_audit_log drop constraint full_log`);
  });
  const sent = { content: '新しい', publishAt: null };
  expect((await call('POST', '', { ...sent, draftId: randomUUID() })).status).toBe(500);
  expect((await put(made, sent)).status).toBe(500);
  expect((await call('DELETE', `/${made.id}`)).status).toBe(500);
  expect(await db.select({ content: announcements.content }).from(announcements)).toEqual([
    { content: '元のまま' },
  ]);
});
