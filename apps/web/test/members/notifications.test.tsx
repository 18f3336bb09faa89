import {
  addPushDevice,
  chooseNotifications,
  getNotificationSettings,
  type NotificationChoice,
  type PushDevice,
  readUnsubscription,
  removePushDevice,
  sendTestNotification,
  unsubscribe,
} from '@tanren/contract/members/notifications';
import { notificationKinds, notificationRules } from '@tanren/domain/members/notifications';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renewPush } from '#features/members/notifications/push-device.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { endPushHere, markPushHere, readPushMark } from '#lib/push-here.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const vapidPublicKey = `B${'A'.repeat(86)}`;
const endpoint = 'https://push.example/abc';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

interface FakeBrowser {
  /** The user's answer to the request for permission. */
  readonly answer?: NotificationPermission;
  readonly permission?: NotificationPermission;
  readonly subscribed?: boolean;
}

/** Opens a browser with a worker, whose push service gives every subscription the same address. */
function openBrowser({
  answer: said = 'granted',
  permission = 'default',
  subscribed = false,
}: FakeBrowser = {}) {
  const subscription = {
    endpoint,
    options: { applicationServerKey: null as ArrayBuffer | null },
    toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
    unsubscribe: vi.fn<() => Promise<boolean>>(async () => {
      state.current = null;
      return true;
    }),
  };
  const state: { current: typeof subscription | null } = {
    current: subscribed ? subscription : null,
  };
  const subscribe = vi.fn<(options: object) => Promise<typeof subscription>>(async () => {
    state.current = subscription;
    return subscription;
  });
  const close = vi.fn<() => void>();
  const registration = {
    pushManager: { getSubscription: async () => state.current, subscribe },
    getNotifications: async () => [{ close }],
  };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(
    registration as unknown as ServiceWorkerRegistration,
  );
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => said);
  vi.stubGlobal('Notification', { permission, requestPermission });
  return { subscription, subscribe, requestPermission, close };
}

/** Returns the first 32 digits of the SHA-256 of the address. */
async function fingerprint(): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').slice(0, 32);
}

const addedAt = '2026-11-16T03:00:00.000Z';
const laptop: PushDevice = {
  id: 2,
  name: 'Mac・Chrome',
  fingerprint: '0'.repeat(32),
  addedAt,
  lastPushAt: null,
};

/** Answers the calls about settings, and stores them as the server does. */
async function answerSettings(...devices: PushDevice[]) {
  const kept = {
    choices: notificationKinds.map((kind): NotificationChoice => ({
      kind,
      ...notificationRules[kind].chosen,
    })),
    devices: [...devices],
  };
  const here = { ...laptop, id: 1, name: 'Android・Chrome', fingerprint: await fingerprint() };
  answer(getNotificationSettings, () => ({
    ...kept,
    vapidPublicKey,
    email: 'tetsu@tanren.example',
  }));
  answer(chooseNotifications, ({ body }) => {
    kept.choices = kept.choices.map(
      (choice) => body.choices.find(({ kind }) => kind === choice.kind) ?? choice,
    );
    return null;
  });
  answer(addPushDevice, () => {
    kept.devices = [...kept.devices, here];
    return here;
  });
  answer(removePushDevice, ({ params }) => {
    kept.devices = kept.devices.filter(({ id }) => id !== params.subscriptionId);
    return null;
  });
  answer(sendTestNotification, () => ({ devices: kept.devices.length }));
  return { ...here };
}

const pushSwitch = () => page.getByRole('switch', { name: 'この端末で通知を受け取る' });
const choice = (name: string) => page.getByRole('switch', { name, exact: true });
const device = (name: string) => page.getByRole('article', { name });

describe('this device', () => {
  test('asks for permission only after a tap, receives pushes, and can be turned off', async () => {
    const browser = openBrowser();
    await answerSettings();
    await renderPage('/settings/notifications');
    await expect.element(pushSwitch()).not.toBeChecked();
    await expectAccessible();
    expectNoSidewaysScroll();
    expect(browser.requestPermission).not.toHaveBeenCalled();
    await pushSwitch().click();
    await expect.element(toast('通知をオンにしました')).toBeVisible();
    await expect.element(pushSwitch()).toBeChecked();
    await expect.element(device('Android・Chrome')).toHaveTextContent('この端末');
    expect(browser.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: vapidPublicKey,
    });
    await pushSwitch().click();
    await expect.element(toast('通知をオフにしました')).toBeVisible();
    await expect.element(device('Android・Chrome')).not.toBeInTheDocument();
    expect(browser.subscription.unsubscribe).toHaveBeenCalledTimes(1);
  });

  test('explains how to allow notifications after they were declined', async () => {
    const browser = openBrowser({ answer: 'denied' });
    await answerSettings();
    await renderPage('/settings/notifications');
    await pushSwitch().click();
    await expect
      .element(page.getByRole('heading', { name: '通知が許可されていません' }))
      .toBeVisible();
    expect(browser.subscribe).not.toHaveBeenCalled();
    expect(listCalls().filter(({ path }) => path === '/my/push-subscriptions')).toEqual([]);
    await expectAccessible();
  });

  test('shows no switch when notifications were blocked before', async () => {
    openBrowser({ permission: 'denied' });
    await renderPage('/settings/notifications');
    await expect.element(page.getByText('「通知」を「許可」にします')).toBeVisible();
    expect(pushSwitch().elements()).toEqual([]);
  });

  test('is not on for this account when another one turned it on', async () => {
    openBrowser({ permission: 'granted', subscribed: true });
    await answerSettings(laptop);
    await renderPage('/settings/notifications');
    await expect.element(pushSwitch()).not.toBeChecked();
    await expect.element(device('Mac・Chrome')).not.toHaveTextContent('この端末');
  });

  test('explains that pushes need a service worker, and mail can still be chosen', async () => {
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined);
    await answerSettings();
    await renderPage('/settings/notifications');
    await expect
      .element(page.getByText('このブラウザでは、プッシュ通知を受け取れません'))
      .toBeVisible();
    await choice('お知らせ：メール').click();
    await expect.element(choice('お知らせ：メール')).toBeChecked();
  });

  test('shows how to install the app on an iPhone in a tab', async () => {
    openBrowser();
    const { PushManager: kept } = window;
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
    try {
      await renderPage('/settings/notifications');
      await expect
        .element(page.getByRole('heading', { name: 'ホーム画面に追加すると、通知を受け取れます' }))
        .toBeVisible();
      expect(page.getByRole('main').element().querySelectorAll('ol svg')).toHaveLength(3);
      await expectAccessible();
      expectNoSidewaysScroll();
    } finally {
      window.PushManager = kept;
      Reflect.deleteProperty(navigator, 'standalone');
    }
  });

  test('shows that the push service cannot be reached at the switch', async () => {
    const browser = openBrowser();
    browser.subscribe.mockRejectedValue(new DOMException('push service error', 'AbortError'));
    await answerSettings();
    await renderPage('/settings/notifications');
    await pushSwitch().click();
    await expect.element(alert()).toHaveTextContent('通知サービスにつながりませんでした');
    await expect.element(pushSwitch()).not.toBeChecked();
  });
});

describe('the chosen kinds', () => {
  test('are off and disabled for pushes while no device receives them', async () => {
    openBrowser();
    await answerSettings();
    await renderPage('/settings/notifications');
    const news = choice('お知らせ：プッシュ通知');
    await expect.element(news).not.toBeChecked();
    await expect.element(news).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(news)
      .toHaveAccessibleDescription(/「この端末で通知を受け取る」をオンにすると選べます/);
    await news.click({ force: true });
    expect(listCalls(chooseNotifications)).toEqual([]);
    await pushSwitch().click();
    await expect.element(news).toBeChecked();
    await expect.element(news).toHaveAttribute('aria-disabled', 'false');
  });

  test('change at once, and return when the server rejects them', async () => {
    openBrowser();
    await answerSettings(laptop);
    await renderPage('/settings/notifications');
    await expect.element(choice('キャンセル待ちの空き：メール')).toBeChecked();
    await expect.element(choice('1週間のまとめ：メール')).not.toBeChecked();
    await choice('1週間のまとめ：プッシュ通知').click();
    await expect.element(choice('1週間のまとめ：プッシュ通知')).not.toBeChecked();
    await expect
      .poll(() => listCalls().find(({ method }) => method === 'PUT')?.body)
      .toEqual({
        choices: [{ kind: 'weekly-summary', push: false, mail: false }],
      });
    answer(chooseNotifications, rejectWith(500, 'internal_error'));
    await choice('お知らせ：プッシュ通知').click();
    await expect.element(toast('システムエラー')).toBeVisible();
    await expect.element(choice('お知らせ：プッシュ通知')).toBeChecked();
    ignoreConsoleErrors('500');
  });
});

describe('devices', () => {
  test('can be removed and tested', async () => {
    openBrowser();
    await answerSettings(laptop);
    await renderPage('/settings/notifications');
    await press('テスト通知を送る');
    await expect.element(toast('テスト通知を送りました')).toBeVisible();
    await press('Mac・Chromeを外す');
    await expect.element(toast('端末を外しました')).toBeVisible();
    await expect.element(page.getByText('まだありません')).toBeVisible();
    await expect
      .element(page.getByRole('table'))
      .toHaveTextContent('「この端末で通知を受け取る」をオンにすると選べます');
  });
});

describe('a browser with a new push address', () => {
  test('sends it to the server, and sends nothing while it is the same', async () => {
    const browser = openBrowser({ permission: 'granted', subscribed: true });
    await answerSettings();
    await renderPage('/settings');
    const sub = (await readIdentity())?.sub ?? '';
    await renewPush();
    expect(listSent()).toEqual([]);
    markPushHere(sub, await fingerprint());
    await renewPush();
    expect(listSent()).toEqual([]);
    markPushHere(sub, 'another');
    await renewPush();
    expect(listSent()).toEqual([{ endpoint, keys: browser.subscription.toJSON().keys }]);
    expect(readPushMark(sub)).toBe(await fingerprint());
  });

  const listSent = () =>
    listCalls()
      .filter(({ path }) => path === '/my/push-subscriptions')
      .map(({ body }) => body);
});

describe('logging out', () => {
  test('ends pushes to this browser and removes shown notifications', async () => {
    const { subscription, close } = openBrowser({ subscribed: true });
    await endPushHere(null);
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('another account ends those of the earlier one, and not its own', async () => {
    const { subscription } = openBrowser({ subscribed: true });
    localStorage.setItem('tanren:push:sub-1', '1');
    await endPushHere('sub-1');
    expect(subscription.unsubscribe).not.toHaveBeenCalled();
    await endPushHere('sub-2');
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
  });
});

describe('the unsubscribe link of a mail', () => {
  const address = `/unsubscribe?token=${'a'.repeat(22)}.weekly-summary.${'b'.repeat(22)}`;

  test('stops mails of one kind by a button, without logging in', async () => {
    answer(readUnsubscription, { kind: 'weekly-summary', stopped: false });
    answer(unsubscribe, null);
    await renderPage(address, { session: null });
    await expect
      .element(page.getByText('「1週間のまとめ」のメールの配信を停止しますか'))
      .toBeVisible();
    expect(listCalls().filter(({ method }) => method === 'POST')).toEqual([]);
    await expectAccessible();
    await press('配信を停止する');
    await expect.element(page.getByText('メールの配信を停止しました')).toBeVisible();
  });

  test('explains that it was already used', async () => {
    answer(readUnsubscription, { kind: 'offer', stopped: true });
    await renderPage(address, { session: null });
    await expect
      .element(page.getByText('「キャンセル待ちの空き」のメールの配信を停止しました'))
      .toBeVisible();
  });

  test('explains that it is incomplete or invalid', async () => {
    await renderPage('/unsubscribe?token=abc', { session: null });
    await expect.element(alert()).toHaveTextContent('このリンクは正しくありません');
  });

  test('is shown to a member under the logo, centred beside the navigation', async () => {
    await page.viewport(1280, 800);
    await renderPage('/unsubscribe?token=abc');
    await expect.element(alert()).toBeVisible();
    const middle = (part: Element) => {
      const { left, right } = part.getBoundingClientRect();
      return (left + right) / 2;
    };
    const logo = page.getByRole('link', { name: 'TANREN トップへ' });
    const content = page.getByRole('main');
    expect(Math.abs(middle(logo.element()) - middle(content.element()))).toBeLessThan(2);
  });

  test('explains that its signature is invalid', async () => {
    answer(readUnsubscription, rejectWith(404, 'not_found'));
    await renderPage(address, { session: null });
    await expect.element(alert()).toHaveTextContent('このリンクは正しくありません');
  });
});
