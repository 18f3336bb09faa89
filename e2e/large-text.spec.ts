import type { Locator, Page } from '@playwright/test';
import { expect, expectQuietConsole, heading } from './support/identity-steps.ts';
import { makeGym as makeGymWithPlans } from './support/gyms.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { button, dayAhead, makeGym, reservationsAddress, slot } from './support/reservations.ts';

expectQuietConsole(test);

/** Signing in is hard work; what comes after it is not. */
const afterSignIn = { timeout: 60_000 };

/** As somebody with weak eyes has set it in the browser: twice the usual 16 px. */
async function chooseLargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '32px';
    });
  });
}

const sizeOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).fontSize);

async function expectNothingBesideThePage(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      }),
    )
    .toBe(0);
}

test('letters are as large as the reader has chosen, and a slot stays readable beside its button', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded);
  await chooseLargeText(page);
  await openAs(page, member, reservationsAddress(gymId, dayAhead(1)));
  await expect(slot(page, '9:00〜10:00')).toBeVisible(afterSignIn);
  await expect.poll(() => sizeOf(heading(page, '予約'))).toBe('56px');
  const row = slot(page, '9:00〜10:00');
  await expect.poll(() => sizeOf(row.locator('time'))).toBe('40px');
  await expect(button(page, '9:00〜10:00を予約する')).toBeVisible();
  await expect
    .poll(async () => {
      const time = await row.locator('time').boundingBox();
      const act = await button(page, '9:00〜10:00を予約する').boundingBox();
      if (time === null || act === null) return 'not drawn';
      const beside = act.x >= time.x + time.width;
      const below = act.y >= time.y + time.height;
      return beside || below ? 'apart' : 'one over the other';
    })
    .toBe('apart');
  await expectNothingBesideThePage(page);
});

test('the page of a gym is no wider than a phone with large text', async ({
  page,
  embedded,
  member,
}) => {
  const gym = await makeGymWithPlans(embedded);
  await chooseLargeText(page);
  await openAs(page, member, `/gyms/${gym.id}`);
  await expect(page.getByRole('region', { name: '本日の営業時間' })).toBeVisible(afterSignIn);
  await expect(page.getByRole('region', { name: '混雑状況' })).toBeVisible();
  await expect(page.getByRole('region', { name: '料金プラン' })).toBeVisible();
  await expectNothingBesideThePage(page);
});

test('the views of the sessions can all be reached with large text', async ({ page, member }) => {
  await chooseLargeText(page);
  await openAs(page, member, '/my-training-sessions');
  await expect(heading(page, 'マイセッション')).toBeVisible(afterSignIn);
  await expectNothingBesideThePage(page);
  await page.getByRole('link', { name: '探す', exact: true }).click();
  await expect(heading(page, 'セッションを探す')).toBeVisible();
  await expectNothingBesideThePage(page);
});
