import type { Page } from '@playwright/test';
import {
  callApi,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test,
} from '#support/members.ts';
import { goHome } from '#support/session-run.ts';
import { createWorker, linkTrainer, makeSessionFor } from '#support/trainers.ts';
import { itemOf } from '#support/training-sessions.ts';

expectQuietConsole(test);

const call = '**/api/trainer-training-sessions*';
const card = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: /^トレーナーからの新しいメニュー/ });
const guideLinks = (page: Page) => page.getByRole('navigation', { name: 'はじめに' });

/** Whether it stands below everything else of the page. */
async function standsLast(page: Page): Promise<boolean> {
  const links = await guideLinks(page).elementHandle();
  return card(page).evaluate(
    (node, other) =>
      other !== null &&
      (other.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    links,
  );
}

test('a session of the trainer stands on the home page until it is run', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  const older = await makeSessionFor(embedded, trainer, memberId, { title: '胸の日' });
  const items = [itemOf(1), itemOf(4)];
  await makeSessionFor(embedded, trainer, memberId, { title: '肩の立て直し', items });
  await openAs(page, member, '/');
  await expect(card(page)).toHaveCount(1);
  await expect(card(page)).toContainText('肩の立て直し');
  await expect(card(page)).toContainText(/コウジさん・2種目・約\d+分/);
  // From now on this device waits for it, so that it has its place when the page opens.
  await expect(async () => {
    await page.reload();
    await expect(card(page)).toBeVisible();
    expect(await standsLast(page)).toBe(false);
  }).toPass();

  await card(page).click();
  await expect(heading(page, '肩の立て直し')).toBeVisible();
  await press(page, 'このメニューを始める');
  await expect(page).toHaveURL('/tanren-link');
  await goHome(page);
  await expect(page.getByText('トレーニング中')).toBeVisible();
  await expect(card(page)).toContainText('胸の日');
  const started = await callApi(embedded, member, 'POST', '/my/training-session-run', {
    trainingSessionId: older,
  });
  expect(started.status).toBe(201);
  const answered = page.waitForResponse(call);
  await page.reload();
  await (await answered).finished();
  await expect(page.getByText('胸の日')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});
