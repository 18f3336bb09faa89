import {
  decideReport,
  listStaffReports,
  type ReportDecision,
  type StaffReport,
} from '@tanren/contract/menus/staff-menu-reports';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { heading, tapTwice, toast } from '#test/support/locators.ts';
import { dialog, openAsStaff } from '#test/staff/staff-page.ts';

const session = {
  trainingSessionId: 5,
  title: '百回',
  description: '書き直しました',
  tags: ['初心者'],
  visibility: 'public',
  hidden: false,
} as const;

const report: StaffReport = {
  id: 1,
  reason: 'dangerous',
  comment: 'けがをしそうです',
  reportedAt: '2026-03-03T09:00:00.000Z',
  title: '百回',
  description: '<b>休みなし</b>で百回',
  session: { ...session, tags: [...session.tags] },
  authorNickname: '作者のハル',
  reporterNickname: 'レン',
  reportCount: 2,
  decision: null,
  decidedAt: null,
};

const cards = (title = '百回') => page.getByRole('article', { name: `${title}への報告` });
const decided = () => page.getByRole('link', { name: '対応済み', exact: true });
const confirm = (name: string) => dialog().getByRole('button', { name });

/** Opens reports in memory. A decision applies to all reports of a session. */
function openReports(reports: readonly StaffReport[]): void {
  let all = reports;
  answer(listStaffReports, ({ querystring: { state } }) => ({
    items: all.filter(({ decision }) => (decision === null) === (state === 'open')),
    nextCursor: null,
  }));
  answer(decideReport, ({ params: { reportId }, body: { decision } }) => {
    const title = all.find(({ id }) => id === reportId)?.title;
    all = all.map((one) => (one.title === title ? decide(one, decision) : one));
    return all.find(({ id }) => id === reportId) ?? rejectWith(404, 'not_found');
  });
}

function decide(one: StaffReport, decision: ReportDecision): StaffReport {
  const decidedAt = '2026-03-04T09:00:00.000Z';
  const now = one.session && { ...one.session, hidden: decision === 'hide' };
  return { ...one, session: now, decision, decidedAt };
}

test('shows the reported text beside the current one, as plain text', async () => {
  openReports([report, { ...report, id: 2, reason: 'other', comment: '' }]);
  await openAsStaff('/staff/session-reports');
  await expect.element(heading('報告')).toBeVisible();
  await expect.poll(() => cards().elements().length).toBe(2);
  const card = cards().filter({ hasText: '危険な内容' });
  await expect.element(card).toHaveTextContent('2人が報告しています');
  await expect.element(card).toHaveTextContent('けがをしそうです');
  await expect.element(card).toHaveTextContent('作成者 作者のハル');
  await expect.element(card).toHaveTextContent('報告された時');
  await expect.element(card).toHaveTextContent('<b>休みなし</b>で百回');
  await expect.element(card).toHaveTextContent('書き直しました');
  await expectAccessible();
});

test('hides a menu with a reason for all of its reports, and shows it again', async () => {
  openReports([report, { ...report, id: 2, reason: 'other', comment: '' }]);
  await openAsStaff('/staff/session-reports');
  const card = cards().filter({ hasText: '危険な内容' });
  await card.getByRole('button', { name: '非公開にする' }).click();
  await confirm('非公開にする').click();
  await expect.element(dialog().getByText('理由を入力してください')).toBeVisible();
  await expectAccessible();
  expect(listCalls(decideReport)).toEqual([]);
  await dialog().getByLabelText('理由').fill('けがにつながる内容のため');
  await tapTwice(confirm('非公開にする'));
  await expect.element(toast('非公開にしました')).toBeVisible();
  await expect.element(page.getByText('未対応の報告はありません。')).toBeVisible();
  expect(listCalls(decideReport).map(({ body }) => body)).toEqual([
    { decision: 'hide', reason: 'けがにつながる内容のため' },
  ]);

  await decided().click();
  await expect.poll(() => cards().elements().length).toBe(2);
  const states = page.getByRole('navigation', { name: '報告の状態' });
  const marked = states.element().querySelectorAll('[aria-current]');
  expect(Array.from(marked, ({ textContent }) => textContent)).toEqual(['対応済み']);
  await expect.element(card).toHaveTextContent('スタッフが非公開にしています');
  await expect.element(card).toHaveTextContent('に非公開にした');
  await expectAccessible();
  await card.getByRole('button', { name: '非公開を解除する' }).click();
  await expect.element(dialog()).toHaveTextContent('非公開にする前の公開範囲に戻ります。');
  await confirm('解除する').click();
  await expect.element(toast('非公開を解除しました')).toBeVisible();
  await expect.element(card).toHaveTextContent('に非公開を解除した');
});

test('closes a report without action, also when its menu is deleted', async () => {
  const { description } = session;
  openReports([
    { ...report, title: '無事', session: { ...session, title: '無事', tags: [] }, description },
    { ...report, id: 2, title: '消えた', session: null },
  ]);
  await openAsStaff('/staff/session-reports');
  await expect.element(cards('無事')).toHaveTextContent('報告時から変更なし');
  await expect.element(cards('消えた')).toHaveTextContent('このメニューは削除されています。');
  await expect
    .element(cards('消えた').getByRole('button', { name: '非公開にする' }))
    .not.toBeInTheDocument();
  for (const title of ['無事', '消えた']) {
    await cards(title).getByRole('button', { name: '問題なしとする' }).click();
    await confirm('問題なしとする').click();
    await expect.element(cards(title)).not.toBeInTheDocument();
  }
  await decided().click();
  await expect.element(cards('無事')).toHaveTextContent('に問題なしと判断');
  await expect.element(cards('消えた')).toHaveTextContent('に問題なしと判断');
  await expectAccessible();
});

test('shows reports as a table on a desktop', async () => {
  openReports([report, { ...report, id: 2, comment: '', reportCount: 1, session: null }]);
  await openAsStaff('/staff/session-reports');
  await page.viewport(1280, 800);
  await expect.poll(() => cards().elements().length).toBe(2);
  const lefts = cards()
    .elements()
    .map((row) =>
      ['h2', 'h3', 'button'].map((part) => row.querySelector(part)?.getBoundingClientRect().left),
    );
  const [reason = 0, words = 0, decision = 0] = lefts[0] ?? [];
  expect([104 < reason, reason + 200 < words, words + 200 < decision]).toEqual([true, true, true]);
  expect(lefts[1]).toEqual(lefts[0]);
  expectNoSidewaysScroll();
  await expectAccessible();
});
