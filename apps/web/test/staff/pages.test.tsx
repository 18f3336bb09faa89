import { listGyms } from '@tanren/contract/gyms';
import { getStaffGym } from '@tanren/contract/staff-gyms';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { sampleGym } from '#test/reservations/gym-book.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { openStaffGym } from '#test/staff-gyms/staff-gym.ts';
import { openNoticeBoard } from '#test/staff-informations/staff-informations.ts';
import { openAsStaff, staffSizes } from './staff-page.ts';

test.each([
  '/staff',
  '/staff/gyms',
  '/staff/informations',
  '/staff/informations/new',
  '/staff/gyms/7',
  '/staff/gyms/7?tab=hours',
  '/staff/gyms/7?tab=plans',
])('nothing of %s is wider than the screen, whatever its size', async (path) => {
  openStaffGym();
  openNoticeBoard().write('長いお知らせ'.repeat(40));
  answer(listGyms, [sampleGym]);
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

const staffAddresses = [
  '/staff/gyms',
  '/staff/informations',
  '/staff/informations/new',
  '/staff/informations/1',
  '/staff/machines',
  '/staff/machines/new',
  '/staff/machines/1',
  '/staff/machines/1/label',
  '/staff/rejected-messages',
  '/staff/session-reports',
  '/staff/members',
  '/staff/members/00000000-0000-4000-8000-000000000000',
  '/staff/members/00000000-0000-4000-8000-000000000000/workouts/1',
  '/staff/audit-log',
];

test('members get the 404 page wherever staff work, and nothing is asked for them', async () => {
  const { go } = await renderPage('/');
  for (const path of staffAddresses) {
    await go('/');
    await expect.element(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
    await go(path);
    await expect.element(heading('Page not found')).toBeVisible();
  }
  expect(listCalls().filter(({ path }) => path.startsWith('/staff'))).toEqual([]);
});

test.each(['/staff/nothing', '/staff/gyms/2147483647'])(
  'staff get the 404 page at %s',
  async (path) => {
    answer(getStaffGym, refuse(404, 'not_found'));
    await openAsStaff(path);
    await expect.element(heading('Page not found')).toBeVisible();
  },
);
