import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { page } from 'vitest/browser';
import { App } from '#app.tsx';
import { clearAppError, logError } from '#lib/errors.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { readSession } from '#lib/auth/session.ts';
import { watchMissingStep } from '#lib/auth/missing-step.ts';
import { watchAuthSession } from '#lib/auth/session-end.ts';
import { startSignOutQueue } from '#lib/auth/sign-out.ts';
import { createAppRouter } from '#router.tsx';
import { runOutbox } from '#shell/run-outbox.ts';
import { answerUsualCalls } from './usual-answers.ts';
import { type SessionState, signIn } from './session.ts';

export interface RenderOptions {
  /**
   * Session of the visitor. `null` when signed out. When absent, a member with a complete profile.
   */
  readonly session?: SessionState | null;
  /** Pages that were open before, oldest first. */
  readonly history?: readonly string[];
}

let shown: {
  root: Root;
  container: HTMLElement;
  queryClient: QueryClient;
  unfollow: () => void;
} | null = null;

/**
 * Renders the whole app at an address, with the answers set by `answer`. Answers that a test sets
 * before this call take precedence over the usual ones.
 */
export async function renderPage(path: string, options: RenderOptions = {}) {
  const { session = {}, history: visited = [] } = options;
  // A page that a test opened before would stay for all later tests.
  unmountPage();
  if (session !== null) signIn(session);
  answerUsualCalls();
  const queryClient = createQueryClient();
  const left: string[] = [];
  const history = createMemoryHistory({ initialEntries: [...visited, path] });
  let loaded = false;
  const router = createAppRouter(
    {
      queryClient,
      readSession: () => readSession(queryClient),
      loadBuildManifest: async () => null,
      hasLoaded: () => loaded,
      isStale: () => false,
      leaveTo: (href) => void left.push(href),
    },
    history,
  );
  const stops = [
    watchAuthSession({ router, queryClient }),
    watchMissingStep({ router, queryClient }),
    runOutbox(queryClient),
    startSignOutQueue(),
  ];
  const unfollow = () => {
    for (const stop of stops) stop();
  };
  await router.load();
  loaded = true;
  const container = document.createElement('div');
  container.id = 'app';
  document.body.append(container);
  const root = createRoot(container, { onCaughtError: logError });
  root.render(<App router={router} queryClient={queryClient} />);
  shown = { root, container, queryClient, unfollow };
  return {
    /** Returns path and query of the current page. */
    address: () => router.state.location.href,
    back: () => router.history.back(),
    forward: () => router.history.forward(),
    go: (href: string) => router.navigate({ href }),
    /** Prefetches a page like a touch on a link to it. */
    prefetch: (to: string) => router.preloadRoute({ to }),
    /** Addresses to which the app was left by full navigation. */
    left,
    queryClient,
    main: page.getByRole('main'),
  };
}

const never = () => new Promise<never>(() => {});

export function unmountPage(): void {
  clearAppError();
  shown?.unfollow();
  shown?.root.unmount();
  // A pointer on a link may still be prefetching its page.
  if (shown) Object.assign(shown.queryClient, { query: never, infiniteQuery: never });
  // Running queries are no longer needed and must not count for the next test.
  void shown?.queryClient.cancelQueries();
  shown?.container.remove();
  shown = null;
}
