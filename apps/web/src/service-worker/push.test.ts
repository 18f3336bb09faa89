import { describe, expect, test, vi } from 'vitest';
import { listenToPushes, readPushed } from './push.ts';

const sent = { title: '題', body: '本文', path: '/reservations/7', topic: 'soon-7-0' };

interface Window {
  readonly postMessage: (message: unknown, transfer: unknown[]) => void;
  readonly focus: () => Promise<void>;
}

/** Creates a worker that records its notifications, with the given windows open. */
function openWorker(
  windows: readonly Window[] = [],
  getSubscription = async (): Promise<object | null> => ({}),
) {
  const listeners = new Map<string, (event: unknown) => void>();
  const shown: { title: string; options: NotificationOptions }[] = [];
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => {});
  const openWindow = vi.fn<(path: string) => Promise<null>>(async () => null);
  listenToPushes({
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      listeners.set(type, listener);
    },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => {
        shown.push({ title, options });
      },
      getNotifications: async () => shown,
      pushManager: { getSubscription },
    },
    navigator: { setAppBadge },
    clients: { matchAll: async () => windows, openWindow },
  } as unknown as ServiceWorkerGlobalScope);
  return {
    shown,
    setAppBadge,
    openWindow,
    /** Dispatches an event and waits for its `waitUntil` promises, like a browser. */
    async dispatch(type: string, event: object) {
      const waits: Promise<unknown>[] = [];
      listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
      await Promise.all(waits);
    },
  };
}

test('shows a push, replaces an older one, and counts on the icon', async () => {
  const worker = openWorker();
  await worker.dispatch('push', { data: { text: () => JSON.stringify(sent) } });
  expect(worker.shown).toMatchObject([
    { title: '題', options: { body: '本文', tag: 'soon-7-0', data: { path: '/reservations/7' } } },
  ]);
  expect(worker.setAppBadge).toHaveBeenCalledWith(1);
});

test.each([undefined, '', '{}', 'null', '{"title":1,"body":"","path":"","topic":""}'])(
  'shows a notification also for %j',
  async (text) => {
    const worker = openWorker();
    await worker.dispatch('push', { data: text === undefined ? null : { text: () => text } });
    expect(worker.shown).toMatchObject([{ title: 'TANREN', options: { data: { path: '/' } } }]);
  },
);

test.each([
  ['has logged out', async () => null],
  ['cannot be asked', () => Promise.reject(new Error('no push service'))],
])('shows no text on a device that %s', async (_, getSubscription) => {
  const worker = openWorker([], getSubscription);
  await worker.dispatch('push', { data: { text: () => JSON.stringify(sent) } });
  expect(worker.shown).toMatchObject([{ title: 'TANREN', options: { data: { path: '/' } } }]);
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'opens only addresses of this app: %s',
  (path) => {
    expect(readPushed(JSON.stringify({ ...sent, path })).path).toBe('/');
  },
);

describe('a tap on a notification', () => {
  const tapped = {
    notification: { close: vi.fn<() => void>(), data: { path: '/reservations/7' } },
  };

  test('opens the page in an existing window, also when it cannot be focused', async () => {
    const postMessage = vi.fn<(message: unknown, transfer: unknown[]) => void>();
    const focus = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('not allowed'));
    const worker = openWorker([{ postMessage, focus }]);
    await worker.dispatch('notificationclick', tapped);
    expect(postMessage).toHaveBeenCalledWith({ type: 'open', path: '/reservations/7' }, []);
    expect(focus).toHaveBeenCalledTimes(1);
    expect(worker.openWindow).not.toHaveBeenCalled();
    expect(tapped.notification.close).toHaveBeenCalled();
  });

  test('opens a new window when there is none', async () => {
    const worker = openWorker();
    await worker.dispatch('notificationclick', tapped);
    expect(worker.openWindow).toHaveBeenCalledWith('/reservations/7');
  });
});
