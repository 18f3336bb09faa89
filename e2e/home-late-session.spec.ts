import { type Page, test } from '@playwright/test';
import type { TrainerTrainingSession } from '@tanren/contract/trainer-training-sessions';
import {
  expect,
  expectQuietConsole,
  forgiveComplaints,
  heading,
} from './support/identity-steps.ts';
import { readyMember, signInAs } from './support/session.ts';
import { goHome } from './support/session-run.ts';
import { sampleTrainingSession } from './support/training-sessions.ts';

expectQuietConsole(test);

const call = '**/api/trainer-training-sessions*';
const guideLinks = (page: Page) => page.getByRole('navigation', { name: 'はじめに' });
const cardName = /^トレーナーからの新しいセッション/;
const card = (page: Page) => page.getByRole('main').getByRole('link', { name: cardName });
/** What follows it in the page, or nothing. */
const lastLink = (page: Page) => page.getByRole('main').getByRole('link').last();

const made: TrainerTrainingSession = {
  ...sampleTrainingSession(7),
  title: '肩の立て直し',
  byTrainer: true,
  author: { nickname: 'コウジ', isMe: false },
  updatedAt: new Date().toISOString(),
  lastRunAt: null,
};
const answer = (...items: TrainerTrainingSession[]) => ({ json: { items, nextCursor: null } });

test('who never had a trainer waits for nothing, and what comes late moves nothing', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    await route.fulfill(answer(made));
  });
  await signInAs(page, readyMember);
  await page.goto('/');
  await expect(heading(page, 'テツさん')).toBeVisible();
  await expect(guideLinks(page)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  release();
  await expect(card(page)).toContainText('肩の立て直し');
  await expect(lastLink(page)).toHaveAccessibleName(cardName);

  // At the next look it is known from the first moment on.
  await page
    .getByRole('navigation', { name: 'メインメニュー' })
    .getByRole('link', { name: 'メニュー' })
    .click();
  await expect(heading(page, '設定')).toBeVisible();
  await goHome(page);
  await expect(card(page)).toBeVisible();
  await expect(lastLink(page)).toHaveText('プロフィールを編集する');
});

test('what was run, and what has waited for long, is no news', async ({ page }) => {
  const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString();
  const ran = { ...made, lastRunAt: made.updatedAt };
  await page.route(call, (route) => route.fulfill(answer(ran, { ...made, updatedAt: longAgo })));
  await signInAs(page, readyMember);
  const answered = page.waitForResponse(call);
  await page.goto('/');
  await (await answered).finished();
  await expect(guideLinks(page)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('without an answer the home page is as good', async ({ page }) => {
  await page.route(call, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await signInAs(page, readyMember);
  const answered = page.waitForResponse(call);
  await page.goto('/');
  await (await answered).finished();
  await expect(heading(page, 'テツさん')).toBeVisible();
  await expect(guideLinks(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  forgiveComplaints('500');
});
