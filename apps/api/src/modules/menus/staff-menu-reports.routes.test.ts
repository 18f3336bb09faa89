import type { StaffReport } from '@tanren/contract/menus/staff-menu-reports';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { staffAuditLog } from '#db/schema/staff.ts';
import { trainingSessionReports } from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import { openMenus } from '#test/support/menus/menus.ts';
import { readPages } from '#test/support/world.ts';

const { db, call, make, change, addMember, findIndexed, readTags } = await openMenus();
const staffSub = await addMember('スタッフ');
const staff = `${staffSub}/staff`;

interface Page {
  readonly items: StaffReport[];
  readonly nextCursor: string | null;
}

async function report(reporter: string, id: number, comment = '宣伝です') {
  const body = { reason: 'spam', comment };
  const { status } = await call(reporter, 'POST', `/training-sessions/${id}/reports`, body);
  expect(status).toBe(204);
}

async function list(state: 'open' | 'decided', more = '&limit=100'): Promise<Page> {
  const { status, body } = await call<Page>(
    staff,
    'GET',
    `/staff/session-reports?state=${state}${more}`,
  );
  expect(status).toBe(200);
  return body;
}

async function findOf(trainingSessionId: number, state: 'open' | 'decided') {
  const { items } = await list(state);
  return items.filter(({ session }) => session?.trainingSessionId === trainingSessionId);
}

async function firstOf(trainingSessionId: number, state: 'open' | 'decided') {
  const [found] = await findOf(trainingSessionId, state);
  if (found === undefined) throw new Error('there is no such report');
  return found;
}

const decide = async (id: number, decision: string, reason = '') =>
  await call<StaffReport>(staff, 'POST', `/staff/session-reports/${id}/decision`, {
    decision,
    reason,
  });

const readAuditEntries = async () =>
  await db.select().from(staffAuditLog).orderBy(asc(staffAuditLog.id));

const author = await addMember('作者');
const reporters = await Promise.all(['甲', '乙', '丙'].map((name) => addMember(name)));
const [first = '', second = '', third = ''] = reporters;

test('shows the reported text beside the current one, and the people involved', async () => {
  const session = await make(author, { title: 'やせる薬', tags: ['宣伝'] });
  const { trainingSessionId } = session;
  await report(first, trainingSessionId, '薬を売っています');
  await change(author, session, { title: '胸の日', tags: ['宣伝'] });
  await report(second, trainingSessionId);
  const [newer, older] = await findOf(trainingSessionId, 'open');
  expect(older).toEqual({
    id: older?.id,
    reason: 'spam',
    comment: '薬を売っています',
    reportedAt: older?.reportedAt,
    title: 'やせる薬',
    description: 'ゆっくり下ろします。',
    session: {
      trainingSessionId,
      title: '胸の日',
      description: 'ゆっくり下ろします。',
      tags: ['宣伝'],
      visibility: 'public',
      hidden: false,
    },
    authorNickname: '作者',
    reporterNickname: '甲',
    reportCount: 2,
    decision: null,
    decidedAt: null,
  });
  expect(newer).toMatchObject({ title: '胸の日', reporterNickname: '乙', reportCount: 2 });
});

test('hides a menu for others, notifies its author and decides all of its reports', async () => {
  const { trainingSessionId } = await make(author, { tags: ['隠す'] });
  const other = await make(author);
  await report(first, trainingSessionId);
  await report(second, trainingSessionId);
  await report(first, other.trainingSessionId);
  const { id } = await firstOf(trainingSessionId, 'open');
  const before = (await readAuditEntries()).length;

  const { status, body } = await decide(id, 'hide', ' 危険な内容のため \n');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    decision: 'hide',
    session: { trainingSessionId, visibility: 'private', hidden: true },
  });
  expect(await findOf(trainingSessionId, 'open')).toEqual([]);
  expect(await findOf(trainingSessionId, 'decided')).toHaveLength(2);
  expect(await findOf(other.trainingSessionId, 'open')).toHaveLength(1);
  expect(await findIndexed(trainingSessionId)).toBeUndefined();
  expect((await readTags())['隠す'] ?? 0).toBe(0);
  const path = `/training-sessions/${trainingSessionId}`;
  expect((await call(third, 'GET', path)).status).toBe(404);
  expect((await call(author, 'GET', path)).body).toMatchObject({
    hiddenReason: '危険な内容のため',
  });

  const entries = (await readAuditEntries()).slice(before);
  expect(entries).toMatchObject([
    {
      action: 'report.hide',
      staffSub,
      memberSub: null,
      target: `メニュー${trainingSessionId}`,
      reason: '危険な内容のため',
    },
  ]);

  const again = await decide(id, 'hide', '別の理由');
  expect([again.status, again.body]).toEqual([200, body]);
  expect(await readAuditEntries()).toHaveLength(before + 1);
});

test('shows a menu again to everyone for whom it was hidden', async () => {
  const { trainingSessionId } = await make(author, { tags: ['戻す'] });
  await report(first, trainingSessionId);
  await report(second, trainingSessionId);
  const { id } = await firstOf(trainingSessionId, 'open');
  await decide(id, 'hide', '確認のため');
  const { body } = await decide(id, 'restore');
  expect(body).toMatchObject({
    decision: 'restore',
    session: { visibility: 'public', hidden: false },
  });
  const decided = await findOf(trainingSessionId, 'decided');
  expect(decided.map(({ decision }) => decision)).toEqual(['restore', 'restore']);
  expect((await call(third, 'GET', `/training-sessions/${trainingSessionId}`)).status).toBe(200);
  expect(await findIndexed(trainingSessionId)).toBeDefined();
  expect((await readTags())['戻す']).toBe(1);
});

test('keeps a menu, and another decision is possible later', async () => {
  const { trainingSessionId } = await make(author);
  await report(first, trainingSessionId);
  const { id } = await firstOf(trainingSessionId, 'open');
  expect((await decide(id, 'dismiss')).body).toMatchObject({
    decision: 'dismiss',
    session: { visibility: 'public', hidden: false },
  });
  expect((await decide(id, 'hide', 'やはり不適切なため')).body).toMatchObject({
    decision: 'hide',
    session: { hidden: true },
  });
});

test('a new report after the menu was kept is pending again', async () => {
  const { trainingSessionId } = await make(author);
  await report(first, trainingSessionId);
  await decide((await firstOf(trainingSessionId, 'open')).id, 'dismiss');
  await report(first, trainingSessionId, 'また書かれています');
  expect(await firstOf(trainingSessionId, 'open')).toMatchObject({
    comment: 'また書かれています',
    decision: null,
    decidedAt: null,
  });
});

test.each([
  ['none', ''],
  ['only spaces', '   \n'],
  ['only invisible characters', '\u200b\u2800'],
  ['too many', 'あ'.repeat(501)],
])('hiding needs a reason for the author: %s', async (_name, reason) => {
  const { trainingSessionId } = await make(author);
  await report(first, trainingSessionId);
  const { id } = await firstOf(trainingSessionId, 'open');
  const { status, body } = await decide(id, 'hide', reason);
  expect([status, body]).toMatchObject([400, { fields: [{ path: '/reason', in: 'body' }] }]);
  expect(await findIndexed(trainingSessionId)).toBeDefined();
});

test('a report of a deleted menu can only be closed, and erased members have no name', async () => {
  const leaving = await addMember('去る人');
  const { trainingSessionId } = await make(author, { title: '消える' });
  await report(leaving, trainingSessionId);
  const { id } = await firstOf(trainingSessionId, 'open');
  await call(author, 'DELETE', `/my/training-sessions/${trainingSessionId}`);
  await db.delete(userInfos).where(eq(userInfos.sub, leaving));
  const { items } = await list('open');
  expect(items.find((one) => one.id === id)).toMatchObject({
    session: null,
    title: '消える',
    reporterNickname: null,
    reportCount: 1,
  });
  expect((await decide(id, 'hide', '理由')).status).toBe(404);
  expect((await decide(id, 'restore')).status).toBe(404);
  expect((await decide(id, 'dismiss')).body).toMatchObject({ decision: 'dismiss', session: null });
});

test('one of two simultaneous decisions applies to the menu and its reports', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { trainingSessionId } = await make(author);
    for (const reporter of reporters) await report(reporter, trainingSessionId);
    const ids = (await findOf(trainingSessionId, 'open')).map(({ id }) => id);
    const answers = await Promise.all(
      ids.map((id, at) => decide(id, at === 1 ? 'dismiss' : 'hide', '同時')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const reports = await db
      .select()
      .from(trainingSessionReports)
      .where(eq(trainingSessionReports.trainingSessionId, trainingSessionId));
    expect(reports.every(({ decision }) => decision !== null)).toBe(true);
    expect(await findIndexed(trainingSessionId)).toBeUndefined();
  }
});

test('lists reports page by page, newest first', async () => {
  const all = (await list('open')).items.map(({ id }) => id);
  expect(all.length).toBeGreaterThan(3);
  const pages = await readPages((from) => list('open', `&limit=2${from}`));
  expect(pages.flat().map(({ id }) => id)).toEqual(all);
  const times = (await list('open')).items.map(({ reportedAt }) => reportedAt);
  expect(times).toEqual(times.toSorted().toReversed());
});
