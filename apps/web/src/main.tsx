import type { ClientConfig } from '@tanren/contract/build-manifest';
import { readNextPath } from '@tanren/domain/route-paths';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { configureAuth, readIdentity, recallIdentity } from '#lib/auth/auth.ts';
import { loadBuildManifest, watchFreshness } from '#lib/builds/builds.ts';
import { loadPart, loadPartOrReload } from '#lib/builds/chunks.ts';
import { catchUnhandledErrors, describeError, logError, unwrapCause } from '#lib/errors.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { catchInstallPrompt } from '#lib/offline/install-prompt.ts';
import { registerDeviceData } from '#lib/offline/device-data.ts';
import { answerPersister } from '#lib/offline/kept-answers.ts';
import { noteNewerBuild } from '#lib/offline/worker.ts';
import { followMissingStep } from '#lib/auth/missing-step.ts';
import { followSession } from '#lib/auth/session-end.ts';
import { followSignOuts } from '#lib/auth/sign-out.ts';
import { readSession } from '#lib/auth/session.ts';
import { clearBadge, followNotifications, forgetPushHere, readPushMark } from '#lib/push-here.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { ErrorView } from '#ui/feedback/error-view.tsx';
import { loadingIndicator } from '#ui/feedback/loading-bar.tsx';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';

/** The app itself could not start or went down: the error view stands alone, without the router. */
function mountErrorView(error: unknown): void {
  const cause = unwrapCause(error);
  logError(cause);
  const { title, text } = describeError(cause);
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  createRoot(container).render(
    <ErrorView
      title={title}
      message={text}
      onBackToTop={() => {
        window.location.assign('/');
      }}
    />,
  );
}

/** The server writes its settings into the page, so that one build runs against any user pool. */
function readClientConfig(page: Document): ClientConfig {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="tanren-config"]');
  if (!meta) throw new Error('the page carries no tanren-config');
  return JSON.parse(meta.content) as ClientConfig;
}

/** When the page has long been drawn. */
const pushDelay = 10_000;

/** Of those who have switched pushes on here: most have not, and load nothing for it. */
async function lookAfterPush(): Promise<void> {
  const sub = (await readIdentity())?.sub;
  if (sub === undefined || readPushMark(sub) === null) return;
  const { renewPush } = await loadPart(() => import('#features/notifications/push-device.ts'));
  await renewPush();
}

/** The manifest is wanted soon, but nothing waits for it. */
const manifestDelay = 1000;

function createBrowserRouter() {
  const queryClient = createQueryClient(answerPersister);
  const freshness = watchFreshness(
    () => Date.now(),
    () => {
      noteNewerBuild();
    },
  );
  let loaded = false;
  const router = createAppRouter({
    queryClient,
    readSession: () => readSession(queryClient),
    loadBuildManifest,
    hasLoaded: () => loaded,
    isStale: () => freshness.isStale(),
    leaveTo: (href) => {
      window.location.assign(href);
    },
  });
  return {
    router,
    queryClient,
    markLoaded: () => {
      loaded = true;
    },
  };
}

/** The browser can draw and answer in between. */
async function nextTask(): Promise<void> {
  // Not below the evaluation of this file: whoever records a stack there has to read all of it again.
  await Promise.resolve();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

async function start(container: HTMLElement): Promise<void> {
  configureAuth(readClientConfig(document));
  await nextTask();
  const browser = createBrowserRouter();
  const { router, queryClient, markLoaded } = browser;
  followSession({ router, queryClient });
  followMissingStep({ router, queryClient });
  followNotifications((path) => void router.navigate({ href: readNextPath(path) ?? '/' }));
  const app = <App router={router} queryClient={queryClient} />;
  // Errors outside of every boundary of the app itself.
  const options: RootOptions = {
    onUncaughtError: mountErrorView,
    // By default React would log again what the error screens and the notifier have logged.
    onCaughtError: logError,
    // React has mended it by itself; its default would report it as if nobody had.
    onRecoverableError: logError,
  };
  const prerenderedPath = container.dataset['path'];
  // The prerendered tree was drawn without suspense around the page; the router has to do the same.
  if (prerenderedPath !== undefined) router.ssr = { manifest: undefined };
  await nextTask();
  await router.load();
  markLoaded();
  // As a transition it is drawn in many short tasks instead of a long one: taps are answered between.
  startTransition(() => {
    // The guard may have led elsewhere: then the prerendered page is not the one to take over.
    if (router.state.location.pathname === prerenderedPath) hydrateRoot(container, app, options);
    else createRoot(container, options).render(app);
  });
  showProgress(router);
  setTimeout(() => void loadBuildManifest(), manifestDelay);
  void clearBadge();
  setTimeout(() => void lookAfterPush().catch(logError), pushDelay);
  sendWhatWaits(browser);
  whenIdle(followSignOuts);
}

/**
 * For members alone, as soon as there is one and the page has been drawn. Without it the next visit
 * sends.
 */
function sendWhatWaits({ router, queryClient }: ReturnType<typeof createBrowserRouter>): void {
  let started = false;
  const startOnce = () => {
    if (started || recallIdentity() === null) return;
    started = true;
    loadPartOrReload(() => import('#shell/follow-outbox.ts')).then(
      ({ followOutbox }) => followOutbox(queryClient),
      () => {},
    );
  };
  whenIdle(() => {
    startOnce();
    router.subscribe('onResolved', startOnce);
  });
}

function showProgress(router: ReturnType<typeof createBrowserRouter>['router']): void {
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) loadingIndicator.start();
  });
  router.subscribe('onResolved', loadingIndicator.finish);
}

catchUnhandledErrors();
catchInstallPrompt();
registerDeviceData('push', forgetPushHere);
const container = document.getElementById('app');
if (container) start(container).catch(mountErrorView);
