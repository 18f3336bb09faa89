import { expect, type Page, test } from '@playwright/test';
import { notificationKinds, notificationRules } from '@tanren/domain/members/notifications';
import { answerCalls } from '#support/browser/pages.ts';
import { readyMember, signInAs } from '#support/identity/auth-session.ts';
import { createShots, peopleSizes } from '#support/browser/shots.ts';

const settings = {
  choices: notificationKinds.map((kind) => ({ kind, ...notificationRules[kind].chosen })),
  devices: [
    {
      id: 1,
      name: 'iPhone・Safari',
      fingerprint: '0'.repeat(32),
      addedAt: '2026-11-02T03:00:00.000Z',
      lastPushAt: '2026-11-16T09:00:00.000Z',
    },
    {
      id: 2,
      name: 'Windows・Edge',
      fingerprint: '1'.repeat(32),
      addedAt: '2025-12-24T10:00:00.000Z',
      lastPushAt: null,
    },
  ],
  vapidPublicKey: `B${'A'.repeat(86)}`,
  email: 'tetsu@tanren.example',
};

/** Simulates a browser with a worker and the given permission. */
async function pretend(page: Page, permission: string, isApple = false): Promise<void> {
  await page.addInitScript(
    ([said, apple]) => {
      if (apple === 'yes') {
        Object.defineProperty(navigator, 'standalone', { value: false });
        Reflect.deleteProperty(window, 'PushManager');
      }
      const pushManager = { getSubscription: async () => null };
      Object.defineProperty(navigator.serviceWorker, 'getRegistration', {
        value: async () => ({ pushManager, active: null }),
      });
      Object.defineProperty(Notification, 'permission', { value: said });
    },
    [permission, isApple ? 'yes' : 'no'],
  );
}

/** Shows notifications in each state of a browser, and the page behind a mail's link. */
for (const [size, viewport] of Object.entries(peopleSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'notifications', size, viewport });

    async function open(page: Page, path: string, name: string): Promise<void> {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await shoot(page, name);
    }

    for (const [name, permission, isApple] of [
      ['ready', 'default', false],
      ['denied', 'denied', false],
      ['install', 'default', true],
    ] as const) {
      test(`${name} (${size})`, async ({ page }) => {
        await pretend(page, permission, isApple);
        await signInAs(page, readyMember);
        await answerCalls(page, { '/api/my/notification-settings': settings });
        await open(page, '/settings/notifications', name);
      });
    }

    test(`a link in a mail (${size})`, async ({ page }) => {
      const token = 'a'.repeat(40);
      const path = `/api/notification-unsubscriptions/${token}`;
      await answerCalls(page, { [path]: { kind: 'weekly-summary', stopped: false } });
      await open(page, `/unsubscribe?token=${token}`, 'unsubscribe');
      await page.getByRole('button').first().click();
      await page.getByText('停止しました').waitFor();
      await shoot(page, 'unsubscribed');
      await open(page, '/unsubscribe', 'unsubscribe-broken');
    });
  });
}
