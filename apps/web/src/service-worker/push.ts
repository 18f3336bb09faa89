/** What the server sends, decrypted by the browser. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  /** The page it opens. */
  readonly path: string;
  /** A newer one of the same topic takes the place of an older. */
  readonly topic: string;
}

/** Something must be shown: browsers take the permission away from whoever shows nothing. */
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

/** A page of this app, whatever was sent. */
function readPath(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** Not in the DOM's types for workers; absent in most browsers. */
interface Badges {
  setAppBadge?: (count: number) => Promise<void>;
}

/** What arrives while no page is open. */
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
 * Logging out ends the subscription. What was on its way by then, or still comes because the server
 * could not be told, is shown without its words: somebody else may hold the device by now.
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

/** As many as wait on the screen. */
async function updateBadge(worker: ServiceWorkerGlobalScope): Promise<void> {
  const { length } = await worker.registration.getNotifications();
  await (worker.navigator as Badges).setAppBadge?.(length).catch(() => {});
}

/** In a page that is open, which goes there by itself and loses nothing; or in a new one. */
async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  await updateBadge(worker);
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: 'open', path }, []);
  // Only right after a tap, as browsers see it.
  await page.focus().catch(() => {});
}
