import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '#lib/session.ts';

/**
 * Once a member with a profile is there, what most pages need is fetched, by code that the
 * sign-in page does without. Nothing waits for it: calls that fail are told by the notifier, and
 * a page that needs them asks itself.
 */
export function startSession(queryClient: QueryClient, { access }: Session): void {
  if (!access.signedIn || access.profile === null) return;
  void import('./session-data.ts').then(
    ({ loadSessionData }) => loadSessionData(queryClient),
    () => {},
  );
}
