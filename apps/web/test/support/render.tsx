import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { page } from 'vitest/browser';
import { App } from '#app.tsx';
import { clearAppError, logError } from '#lib/errors.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { readSession } from '#lib/auth/session.ts';
import { followMissingStep } from '#lib/auth/missing-step.ts';
import { followSession } from '#lib/auth/session-end.ts';
import { followSignOuts } from '#lib/auth/sign-out.ts';
import { createAppRouter } from '#router.tsx';
import { followOutbox } from '#shell/follow-outbox.ts';
import { answerUsualCalls } from './usual-answers.ts';
import { type SessionState, signIn } from './session.ts';

export interface RenderOptions {
  /** null: nobody is signed in. Absent: a member with everything done. */
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
 * The whole app at an address, as the browser would show it, answered by `answer`. Answers that a
 * test gives before this call win over the usual ones.
 */
export async function renderPage(path: string, options: RenderOptions = {}) {
  const { session = {}, history: visited = [] } = options;
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
    followSession({ router, queryClient }),
    followMissingStep({ router, queryClient }),
    followOutbox(queryClient),
    followSignOuts(),
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
    /** Path and query of what is shown. */
    address: () => router.state.location.href,
    back: () => router.history.back(),
    go: (href: string) => router.navigate({ href }),
    /** Where the app was left for by full navigation. */
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
  // A pointer that rested on a link may still be fetching the page behind it.
  if (shown) Object.assign(shown.queryClient, { query: never, infiniteQuery: never });
  // What is still asked is for nobody, and must not count for the next test.
  void shown?.queryClient.cancelQueries();
  shown?.container.remove();
  shown = null;
}
