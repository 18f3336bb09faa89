import { type Page, test } from '@playwright/test';
import { checkAccessibility } from './support/accessibility.ts';
import { answerCalls } from './support/answers.ts';
import { sampleGym } from './support/gyms.ts';
import { expect } from './support/identity-steps.ts';
import { readyMember, signInAs } from './support/session.ts';
import { sampleTrainedMember } from './support/trained-member.ts';

const five = ['ホーム', '履歴', '接続', 'セッション', 'メニュー'];
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const places = (page: Page) => page.getByRole('navigation', { name: 'メインメニュー' });
const workPlaces = (page: Page) => page.getByRole('navigation', { name: '業務メニュー' });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });

async function openAs(page: Page, groups: readonly string[], path: string): Promise<void> {
  await signInAs(page, { ...readyMember, groups });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bell(page)).toBeVisible();
}

/** Of the places that can be seen, wherever they stand. */
async function expectMarked(page: Page, label: string): Promise<void> {
  const marked = page
    .getByRole('navigation', { name: /^(メイン|業務)メニュー$/ })
    .getByRole('link')
    .and(page.locator('[aria-current]'));
  await expect(marked).toHaveText([label]);
}

test('members see nothing of the places of trainers and staff', async ({ page }) => {
  await page.setViewportSize(desktop);
  await openAs(page, ['member'], '/');
  await expect(places(page).getByRole('link')).toHaveText(five);
  await expect(page.locator('a[href="/trainer"], a[href="/staff"]')).toHaveCount(0);
  await page.setViewportSize(phone);
  await expect(places(page).getByRole('link')).toHaveText(five);
  await expect(page.locator('a[href="/trainer"], a[href="/staff"]')).toHaveCount(0);
});

test('trainers find their place on the rail, marked on all of its pages', async ({ page }) => {
  await page.setViewportSize(desktop);
  await answerCalls(page, sampleTrainedMember);
  await openAs(page, ['trainer'], '/');
  await expect(places(page).getByRole('link')).toHaveText([...five, 'トレーナー']);
  await expect(workPlaces(page)).toBeHidden();
  await expectMarked(page, 'ホーム');
  await places(page).getByRole('link', { name: 'トレーナー' }).click();
  await expect(page).toHaveURL('/trainer');
  await expectMarked(page, 'トレーナー');
  await page.goto('/trainer/members/1/training-history/1');
  await expectMarked(page, 'トレーナー');
  expect(await checkAccessibility(page)).toEqual([]);
});

test('on a phone the five places stay, and the place of staff is in the header', async ({
  page,
}) => {
  await openAs(page, ['staff'], '/');
  await expect(places(page).getByRole('link')).toHaveText(five);
  await workPlaces(page).getByRole('link', { name: 'スタッフ' }).click();
  await expect(page).toHaveURL('/staff');
  await expect(workPlaces(page).getByRole('link')).toHaveText(['スタッフ']);
  await expectMarked(page, 'スタッフ');
  await page.goto('/staff/session-reports');
  await expectMarked(page, 'スタッフ');
  expect(await checkAccessibility(page)).toEqual([]);
});

test('both places fit on the smallest phone beside the bell', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAs(page, ['trainer', 'staff'], '/settings');
  const both = workPlaces(page).getByRole('link');
  await expect(both).toHaveText(['トレーナー', 'スタッフ']);
  for (const link of [...(await both.all()), bell(page)]) {
    await expect(link).toBeInViewport({ ratio: 1 });
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize(desktop);
  await expect(places(page).getByRole('link')).toHaveText([...five, 'トレーナー', 'スタッフ']);
});

for (const [path, label] of [
  ['/reservations', 'メニュー'],
  ['/gyms/1', 'メニュー'],
  ['/my-trainer', 'メニュー'],
  ['/informations', 'メニュー'],
  ['/settings/userinfo', 'メニュー'],
  ['/training-history/1', '履歴'],
  ['/training-sessions/new', 'セッション'],
] as const) {
  test(`${path} is marked as a page of ${label}`, async ({ page }) => {
    await answerCalls(page, sampleGym(1));
    await openAs(page, ['member'], path);
    await expectMarked(page, label);
  });
}
