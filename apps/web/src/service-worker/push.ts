/** Message from the server, decrypted by the browser. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  /** Page that the notification opens. */
  readonly path: string;
  /** Topic. A newer message replaces an older one of the same topic. */
  readonly topic: string;
}

/**
 * Message without details. Something must be shown, because browsers revoke the permission of apps
 * that show nothing.
 */
const withoutWords: Pushed = {
  title: 'TANREN',
  body: 'お知らせがあります。アプリを開いてご確認ください。',
  path: '/',
  topic: 'without-words',
};

export function readPushed(text: string | undefined): Pushed {
  try {
    const { title, body, path, topic } = JSON.parse(text ?? '') as Partial<Pushed>;
    if ([title, body, path, topic].some((part) => typeof part !== 'string')) return withoutWords;
    return { title: title ?? '', body: body ?? '', path: readPath(path), topic: topic ?? '' };
  } catch {
    return withoutWords;
  }
}

/** Returns the path if it is one of this app, and otherwise the path of the home page. */
function readPath(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** Part of the Badging API. It is missing in the DOM types for workers and in most browsers. */
interface Badges {
  setAppBadge?: (count: number) => Promise<void>;
}

/** Shows push messages and opens their pages, also while no page is open. */
export function listenToPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    event.waitUntil(receive(worker, event.data?.text()));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const data = event.notification.data as { readonly path?: unknown } | null;
    event.waitUntil(open(worker, readPath(data?.path)));
  });
}

/**
 * Shows a push message. Signing out ends the subscription. A message that arrives later, because it
 * was on its way or the server could not be notified, is shown without details: another person may
 * use the device then.
 */
async function receive(worker: ServiceWorkerGlobalScope, text: string | undefined): Promise<void> {
  const subscription = await worker.registration.pushManager.getSubscription().catch(() => null);
  await show(worker, subscription === null ? withoutWords : readPushed(text));
}

async function show(worker: ServiceWorkerGlobalScope, pushed: Pushed): Promise<void> {
  const { title, body, path, topic } = pushed;
  await worker.registration.showNotification(title, {
    body,
    tag: topic,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    lang: 'ja',
    data: { path },
  });
  await updateBadge(worker);
}

/** Sets the badge of the app to the number of visible notifications. */
async function updateBadge(worker: ServiceWorkerGlobalScope): Promise<void> {
  const { length } = await worker.registration.getNotifications();
  await (worker.navigator as Badges).setAppBadge?.(length).catch(() => {});
}

/** Opens a page in an open window, which navigates without losing its content, or in a new one. */
async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  await updateBadge(worker);
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: 'open', path }, []);
  // Browsers allow this only right after a tap.
  await page.focus().catch(() => {});
}
