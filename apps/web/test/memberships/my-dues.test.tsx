import { getMyDues, type MyDues } from '@tanren/contract/memberships/dues';
import { getGym, listGyms } from '@tanren/contract/gyms/gyms';
import { listMyMemberships } from '@tanren/contract/memberships/memberships';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleDuesMonth } from '#test/samples/dues.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { sampleMembership } from '#test/samples/memberships.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const dues = () => page.getByRole('region', { name: '会費' });
const paid = (month: string) => sampleDuesMonth({ month, paid: 8800, balance: 0, state: 'paid' });
const owing = (months: MyDues['memberships'][number]['months'], id = 1234) => ({
  membershipId: id,
  number: String(id).padStart(8, '0'),
  gymId: sampleGym.id,
  gymName: id === 1234 ? sampleGym.name : 'TANREN 渋谷',
  balance: 0,
  months,
});

async function openWith(...memberships: MyDues['memberships']) {
  takeClock(new Date('2026-12-03T12:00:00+09:00'));
  answer(listGyms, [sampleGym]);
  answer(getGym, sampleGym);
  answer(listMyMemberships, { memberships: [sampleMembership()], requests: [] });
  if (memberships.length > 0) answer(getMyDues, { memberships });
  await renderPage('/settings/membership');
  await expect.element(heading('会員契約')).toBeVisible();
}

test('says in neutral words which payment is not confirmed, and lists the months', async () => {
  const missed = sampleDuesMonth({ paid: 800, balance: 8000, state: 'failed', overdue: true });
  await openWith(
    owing([
      sampleDuesMonth({ month: '2026-12' }),
      missed,
      sampleDuesMonth({ month: '2026-10', paid: 9800, balance: -1000, state: 'paid' }),
      paid('2026-09'),
      paid('2025-12'),
    ]),
  );
  await expect
    .element(dues())
    .toHaveTextContent(
      '11月分 ¥8,000：お支払いを確認できていません。行き違いの場合はご容赦ください。',
    );
  const months = dues().getByRole('listitem');
  await expect.element(months.nth(0)).toHaveTextContent('12月分¥8,800お支払い前');
  await expect.element(months.nth(1)).toHaveTextContent('11月分¥8,800お支払い未確認');
  await expect.element(months.nth(2)).toHaveTextContent('10月分¥8,800¥1,000お預かり中');
  expect(months.elements()).toHaveLength(3);
  await page.getByText('これまでの会費').click();
  await expect.element(months.nth(4)).toHaveTextContent('2025年12月分¥8,800お支払い済み');
  await expectAccessible();
  await page.viewport(390, 844);
  expectNoSidewaysScroll();
});

test('names the gyms when there are dues of two', async () => {
  await openWith(owing([paid('2026-12')]), owing([paid('2026-11')], 1235));
  await expect.element(dues().getByText('TANREN 渋谷')).toBeVisible();
  await expect.element(dues().getByText('TANREN 神田')).toBeVisible();
});

test('shows nothing about dues to a member without any, or when the server does not know them', async () => {
  await openWith(owing([]));
  await expect.element(dues()).not.toBeInTheDocument();
  answer(getMyDues, rejectWith(404, 'not_found'));
  await openWith();
  await expect.element(dues()).not.toBeInTheDocument();
});
