import { listGyms } from '@tanren/contract/gyms/gyms';
import { type AuditEntry, listAuditLog } from '@tanren/contract/staff/staff-audit-log';
import { getBoard } from '@tanren/contract/booking/staff-board';
import { getStaffGym } from '@tanren/contract/gyms/staff-gyms';
import { listStaffMachines } from '@tanren/contract/machines/staff-machines';
import {
  getStaffMembership,
  listMembershipRequests,
  listMemberships,
} from '@tanren/contract/memberships/staff-memberships';
import { listStaffCorrections } from '@tanren/contract/workouts/staff-workout-corrections';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleBoard } from '#test/samples/boards.ts';
import { sampleGym, sampleMachine } from '#test/samples/gyms.ts';
import { sampleStaffMembership } from '#test/samples/memberships.ts';
import { sampleStaffCorrection } from '#test/samples/workout-records.ts';
import { sampleDetail, sampleRequest } from '#test/memberships/contracts.ts';
import { openStaffGym } from '#test/gyms/staff-gym.ts';
import { staffPages } from '#test/shell/work-page-cases.ts';
import { openNoticeBoard } from '#test/members/staff-announcements.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { openAsStaff, staffSizes } from './staff-page.ts';

test.each([
  '/staff',
  '/staff/overview',
  '/staff/memberships',
  '/staff/memberships/1',
  '/staff/workout-corrections',
  '/staff/gyms',
  '/staff/informations',
  '/staff/informations/new',
  '/staff/gyms/7',
  '/staff/gyms/7?tab=hours',
  '/staff/gyms/7?tab=plans',
  '/staff/machines',
  '/staff/audit-log',
])('nothing on %s is wider than the screen, at any size', async (path) => {
  openStaffGym();
  answer(getBoard, sampleBoard());
  answer(listMembershipRequests, { items: [sampleRequest()], nextCursor: null });
  answer(listMemberships, { items: [sampleStaffMembership()], nextCursor: null });
  answer(getStaffMembership, sampleDetail());
  answer(listStaffCorrections, { items: [sampleStaffCorrection()], nextCursor: null });
  openNoticeBoard().write('長いお知らせ'.repeat(40));
  answer(listGyms, [sampleGym]);
  answer(listAuditLog, { items: entries, nextCursor: null });
  const machines = [sampleMachine({ rejectedToday: 12 }), sampleMachine({ id: 13 })];
  answer(listStaffMachines, { items: machines, nextCursor: null });
  await openAsStaff(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [width, height] of Object.values(staffSizes)) {
    await page.viewport(width, height);
    expectNoSidewaysScroll();
  }
  for (const [width, height] of [staffSizes.phone, staffSizes.tablet]) {
    await page.viewport(width, height);
    await expectAccessible();
  }
});

test('shows members the 404 page on staff pages, and sends no call', async () => {
  const { go } = await renderPage('/');
  for (const { path } of staffPages) {
    await go('/');
    await expect.element(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
    await go(path);
    await expect.element(heading('Page not found')).toBeVisible();
  }
  expect(listCalls().filter(({ path }) => path.startsWith('/staff'))).toEqual([]);
});

test.each(['/staff/nothing', '/staff/gyms/2147483647'])(
  'shows staff the 404 page at %s',
  async (path) => {
    answer(getStaffGym, rejectWith(404, 'not_found'));
    await openAsStaff(path);
    await expect.element(heading('Page not found')).toBeVisible();
  },
);

const member = '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11';
const seen: AuditEntry = {
  id: 1,
  at: '2026-03-03T09:00:00.000Z',
  action: 'member.view',
  staffNickname: 'スタッフ佐藤',
  staffPseudonym: '4f2a91c3',
  target: null,
  member,
  memberNickname: '力石ハル',
  reason: '',
  changes: [],
};
const entries: AuditEntry[] = [
  {
    ...seen,
    id: 6,
    action: 'member.delete',
    staffNickname: null,
    member: null,
    reason: 'ご本人の申し出',
  },
  { ...seen, id: 7, action: 'membership.end', member: null, target: 'TANREN 神田' },
  { ...seen, id: 5, action: 'machine.secret', member: null, target: 'マシン12（チェストプレス）' },
  { ...seen, id: 4, action: 'report.hide', member: null, target: 'メニュー5', reason: '危険' },
  { ...seen, id: 3, action: 'workout.remove', reason: 'ほかの方の記録だったため' },
  {
    ...seen,
    id: 2,
    action: 'workout.correct',
    reason: '重量の設定が誤っていたため',
    changes: [{ field: 'sets', before: '20kg×4、70kg×3', after: '20kg×4、30kg×2' }],
  },
  seen,
];

test('lists who did what to whom, and what changed', async () => {
  answer(listAuditLog, ({ querystring: { action } }) => ({
    items: entries.filter((entry) => action === undefined || entry.action === action),
    nextCursor: null,
  }));
  const { address } = await openAsStaff('/staff/audit-log');
  const card = (name: string) => page.getByRole('article', { name });
  await expect.element(card('会員データを削除')).toHaveTextContent('アカウントを削除した会員');
  await expect.element(card('会員データを削除')).toHaveTextContent('理由：ご本人の申し出');
  await expect
    .element(card('会員データを削除'))
    .toHaveTextContent('担当 退職したスタッフ（スタッフ-4f2a91c3）');
  await expect.element(card('退会を登録')).toHaveTextContent('会員 契約者のアカウントなし');
  await expect.element(card('マシンの接続キーを再発行')).toHaveTextContent('対象 マシン12（');
  await expect.element(card('マシンの接続キーを再発行')).toHaveTextContent('担当 スタッフ佐藤');
  await expect.element(card('メニューを非公開に変更')).toHaveTextContent('理由：危険');
  await expect.element(card('トレーニングの記録を修正')).toHaveTextContent('20kg×4、70kg×3');
  await expect.element(card('トレーニングの記録を修正')).toHaveTextContent('20kg×4、30kg×2');
  await expect
    .element(card('トレーニングの記録を削除').getByRole('link', { name: '力石ハル' }))
    .toHaveAttribute('href', `/staff/members/${member}`);
  await expectAccessible();
  await page.getByLabelText('操作').selectOptions('会員情報を閲覧');
  await expect.poll(address).toBe('/staff/audit-log?action=member.view');
  await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
  await expect.element(card('会員情報を閲覧')).toBeVisible();
});
