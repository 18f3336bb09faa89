import { readNextPath } from '@tanren/domain/identity/route-paths';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { readIdentity, getStoredIdentity } from '#lib/auth/auth.ts';
import { configureAuth } from '#lib/auth/client-config.ts';
import { loadBuildManifest, watchFreshness } from '#lib/builds/builds.ts';
import { loadPart, loadPartOrReload } from '#lib/builds/chunks.ts';
import {
  catchUnhandledErrors,
  describeError,
  logError,
  readSupportNumber,
  unwrapCause,
} from '#lib/errors.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { catchInstallPrompt } from '#lib/offline/install-prompt.ts';
import { registerDeviceData } from '#lib/offline/device-data.ts';
import { answerPersister } from '#lib/offline/stored-answers.ts';
import { recordNewerBuild } from '#lib/offline/worker.ts';
import { watchMissingStep } from '#lib/auth/missing-step.ts';
import { watchAuthSession } from '#lib/auth/session-end.ts';
import { startSignOutQueue } from '#lib/auth/sign-out.ts';
import { readSession } from '#lib/auth/session.ts';
import { clearBadge, watchNotifications, endPushHere, readPushMark } from '#lib/push-here.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { ErrorView } from '#ui/feedback/error-view.tsx';
import { loadingIndicator } from '#ui/feedback/loading-bar.tsx';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';
import { clientConfig } from './start-calls.ts';

/** Shows the error view without the router, because the app could not start or crashed. */
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
      supportNumber={readSupportNumber(cause)}
      onBackToTop={() => {
        window.location.assign('/');
      }}
    />,
  );
}

/** Delay in milliseconds. The page has been drawn long before it ends. */
const pushDelay = 10_000;

/**
 * Renews the push subscription of members who switched it on here. Most have not, and load no code
 * for it.
 */
async function lookAfterPush(): Promise<void> {
  const sub = (await readIdentity())?.sub;
  if (sub === undefined || readPushMark(sub) === null) return;
  const { renewPush } = await loadPart(
    () => import('./features/members/notifications/push-device.ts'),
  );
  await renewPush();
}

/**
 * Delay in milliseconds before the build manifest is loaded. It is needed soon, but nothing waits
 * for it.
 */
const manifestDelay = 1000;

function createBrowserRouter() {
  const queryClient = createQueryClient(answerPersister);
  const freshness = watchFreshness(
    () => Date.now(),
    () => {
      recordNewerBuild();
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

/** Waits for the next task, so that the browser can draw and handle input in between. */
async function nextTask(): Promise<void> {
  // The microtask leaves the evaluation of this file. Tools that record a stack inside it would
  // have to read the whole file again.
  await Promise.resolve();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

async function start(container: HTMLElement): Promise<void> {
  if (clientConfig === null) throw new Error('the page carries no tanren-config');
  configureAuth(clientConfig);
  await nextTask();
  const browser = createBrowserRouter();
  const { router, queryClient, markLoaded } = browser;
  watchAuthSession({ router, queryClient });
  watchMissingStep({ router, queryClient });
  watchNotifications((path) => void router.navigate({ href: readNextPath(path) ?? '/' }));
  const app = <App router={router} queryClient={queryClient} />;
  // These handlers receive errors outside of every error boundary of the app.
  const options: RootOptions = {
    onUncaughtError: mountErrorView,
    // `logError` skips what the error screens and the notifier have logged. React itself would log
    // it again.
    onCaughtError: logError,
    // React has already recovered from these. By default it would report them as uncaught.
    onRecoverableError: logError,
  };
  const prerenderedPath = container.dataset['path'];
  // The prerendered tree has no suspense around the page, so the router must not add one either.
  if (prerenderedPath !== undefined) router.ssr = { manifest: undefined };
  await nextTask();
  await router.load();
  markLoaded();
  // A transition is rendered in many short tasks instead of a long one, so taps are handled in
  // between.
  startTransition(() => {
    // The guard may have redirected. Then the prerendered page is not the one to hydrate.
    if (router.state.location.pathname === prerenderedPath) hydrateRoot(container, app, options);
    else createRoot(container, options).render(app);
  });
  showProgress(router);
  setTimeout(() => void loadBuildManifest(), manifestDelay);
  void clearBadge();
  setTimeout(() => void lookAfterPush().catch(logError), pushDelay);
  sendWhatWaits(browser);
  whenIdle(startSignOutQueue);
}

/**
 * Sends waiting writes as soon as a member is signed in and the page has been drawn. If loading
 * this code fails, the next visit sends them.
 */
function sendWhatWaits({ router, queryClient }: ReturnType<typeof createBrowserRouter>): void {
  let started = false;
  const startOnce = () => {
    if (started || getStoredIdentity() === null) return;
    started = true;
    loadPartOrReload(() => import('#shell/run-outbox.ts')).then(
      ({ runOutbox }) => runOutbox(queryClient),
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
registerDeviceData('push', endPushHere);
const container = document.getElementById('app');
if (container) start(container).catch(mountErrorView);
