import { findMembers, getStaffMember } from '@tanren/contract/staff-members';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { listCalls } from '#test/support/answers.ts';
import { heading, press } from '#test/support/locators.ts';
import { answerMember, heavyWorkout, sampleStaffMember } from './staff-members.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';

const { nickname, email } = sampleStaffMember;
/** A little longer than the router waits before it loads what a finger rests on. */
const preloadDelayMs = 150;
const found = () => page.getByRole('link', { name: nickname });

async function find(text: string): Promise<void> {
  await page.getByLabelText('会員を探す').fill(text);
  await press('検索する');
}

test('members are looked for by a button, and nobody found is told', async () => {
  answerMember();
  await openAsStaff('/staff/members');
  await expect.element(heading('会員検索')).toBeVisible();
  await expectAccessible();
  await press('検索する');
  await expect.element(page.getByText('いずれかを入力してください。')).toBeVisible();
  expect(listCalls(findMembers)).toEqual([]);
  await find('誰もいない名前');
  await expect
    .element(page.getByText('「誰もいない名前」に当てはまる会員は見つかりませんでした。'))
    .toBeVisible();
});

test('what was looked for is neither in the address nor lost on the way back', async () => {
  answerMember([heavyWorkout, { ...heavyWorkout, id: 40, max: 20 }]);
  const { address, back } = await openAsStaff('/staff/members');
  await find('ハル');
  await expect.element(found()).toHaveTextContent(email ?? '');
  await expectAccessible();
  expect(address()).toBe('/staff/members');
  // Each look is written down: not one of a finger that only passes over the link.
  await userEvent.hover(found());
  await new Promise((resolve) => setTimeout(resolve, preloadDelayMs));
  expect(listCalls(getStaffMember)).toEqual([]);
  await found().click();
  await expect.element(heading(nickname)).toBeVisible();
  back();
  await expect.element(found()).toBeVisible();
  await find(email ?? '');
  await found().click();
  await expect.element(heading(nickname)).toBeVisible();
  await expect.element(page.getByText('2件', { exact: true })).toBeVisible();
  await expectAccessible();
});

test.each([
  '/staff/members/00000000-0000-4000-8000-000000000000',
  '/staff/members/x',
  '/staff/members/1/workouts/1',
  `/staff/members/${sampleStaffMember.member}/workouts/999`,
])('%s is of nobody', async (path) => {
  answerMember();
  await openAsStaff(path);
  await expect.element(heading('Page not found')).toBeVisible();
});
