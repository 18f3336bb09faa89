import { listGyms } from '@tanren/contract/gyms/gyms';
import { listStaffMachines } from '@tanren/contract/machines/staff-machines';
import {
  getStaffMembership,
  listMemberships,
} from '@tanren/contract/memberships/staff-memberships';
import { findMembers } from '@tanren/contract/staff/staff-members';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleGym, sampleMachine } from '#test/samples/gyms.ts';
import { sampleStaffMembership } from '#test/samples/memberships.ts';
import { sampleDetail } from '#test/memberships/contracts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading, press } from '#test/support/locators.ts';
import { dialog, openAsStaff, staffSizes } from './staff-page.ts';

const member = '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11';

/** Answers the look-ups of one person, who is found by 力石. */
function answerSearch(): void {
  const isKnown = (query = '') => query.includes('力石');
  answer(listGyms, [sampleGym]);
  answer(findMembers, ({ querystring: { query } }) => ({
    items: isKnown(query)
      ? [
          {
            member,
            nickname: 'ハル',
            email: 'haru@tanren.example',
            registeredAt: '2026-01-05T01:00:00.000Z',
            contractName: '力石 春',
            contractNameKana: 'リキイシ ハル',
          },
        ]
      : [],
    nextCursor: null,
  }));
  answer(listMemberships, ({ querystring: { query } }) => ({
    items: isKnown(query) ? [sampleStaffMembership()] : [],
    nextCursor: null,
  }));
  answer(getStaffMembership, sampleDetail());
  const machines = [sampleMachine({ id: 12 }), sampleMachine({ id: 7 })];
  answer(listStaffMachines, { items: machines, nextCursor: null });
}

const field = () => dialog().getByRole('combobox');
const options = () => dialog().getByRole('option');
const group = (name: string) => dialog().getByRole('group', { name, exact: true });
const chosen = () => dialog().getByRole('option', { selected: true });

async function openSearch(path = '/staff/overview') {
  answerSearch();
  const shown = await openAsStaff(path);
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect.element(field()).toHaveFocus();
  return shown;
}

test('finds machines and pages while staff type, and people only when asked', async () => {
  const { address } = await openSearch();
  await expect.element(group('ページ').getByText('本日の受付')).toBeVisible();
  await userEvent.type(field(), '力石');
  await expect.element(chosen()).toHaveTextContent('「力石」を会員と契約から探す');
  expect([...listCalls(findMembers), ...listCalls(listMemberships)]).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(group('会員')).toHaveTextContent('力石 春リキイシ ハル・ハル・haru@');
  await expect.element(group('会員契約')).toHaveTextContent('00001234・TANREN 神田・利用中');
  await expect.element(chosen()).toHaveTextContent('haru@tanren.example');
  await expectAccessible();
  expect(listCalls(findMembers)).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(heading('力石 春')).toBeVisible();
  expect(address()).toBe('/staff/memberships/1234');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('finds a machine by its number, and arrows go around the list', async () => {
  await openSearch();
  await userEvent.type(field(), '12');
  await expect.element(group('マシン')).toHaveTextContent('マシン 12');
  expect(group('マシン').getByRole('option').elements()).toHaveLength(1);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(chosen()).toHaveTextContent('マシン 12');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(chosen()).toHaveTextContent('「12」を会員と契約から探す');
});

test('opens by the key / outside of fields, and closes by Escape', async () => {
  answerSearch();
  await openAsStaff('/staff/members');
  const words = page.getByLabelText('会員を探す');
  await words.click();
  await userEvent.keyboard('/');
  await expect.element(words).toHaveValue('/');
  await expect.element(dialog()).not.toBeInTheDocument();
  await heading('会員検索').click();
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('says when nobody is found, and loads a failed look-up again', async () => {
  await openSearch();
  answer(findMembers, rejectWith(500, 'internal_error'));
  ignoreConsoleErrors('ApiError');
  await userEvent.type(field(), '不在{Enter}');
  const again = dialog().getByRole('button', { name: /もう一度読み込む/ });
  await expect.element(again).toBeVisible();
  await expectAccessible();
  answerSearch();
  await again.click();
  await expect
    .element(dialog().getByText('「不在」に当てはまる会員と契約は見つかりませんでした。'))
    .toBeVisible();
  expect(options().elements()).toEqual([]);
  await press('閉じる');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('fits every screen, and a tap on a phone is enough', async () => {
  const { address } = await openSearch();
  for (const [width, height] of Object.values(staffSizes)) {
    await page.viewport(width, height);
    expectNoSidewaysScroll();
  }
  await page.viewport(...staffSizes.phone);
  await expectAccessible();
  await group('ページ').getByText('操作履歴').click();
  await expect.element(heading('操作履歴')).toBeVisible();
  expect(address()).toBe('/staff/audit-log');
});
