import type { QueryClient } from '@tanstack/react-query';
import { hasTrainerHint } from '#lib/trainer-hint.ts';
import { newTrainerSessionsQuery } from './new-trainer-session.queries.ts';

/** For a network that has stopped answering: the page is worth more than one card of it. */
const patienceMs = 3_000;

/**
 * So that the card stands in its place from the first moment on. Members who never had a trainer
 * wait for nothing; what comes too late is shown where it moves nothing.
 */
export async function loadNewSession(queryClient: QueryClient): Promise<void> {
  if (!(await hasTrainerHint())) return;
  const asked = queryClient.query({ ...newTrainerSessionsQuery, staleTime: 0 });
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  await Promise.race([asked.catch(() => {}), patience]);
}
