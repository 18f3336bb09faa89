import type { QueryClient } from '@tanstack/react-query';
import { waitAWhile } from '#lib/query-client.ts';
import { hasTrainerHint } from '#entities/members/trainer-link.ts';
import { newTrainerSessionsQuery } from './new-trainer-session.queries.ts';

/**
 * So that the card stands in its place from the first moment on. Members who never had a trainer
 * wait for nothing; what comes too late is shown where it moves nothing.
 */
export async function loadNewSession(queryClient: QueryClient): Promise<void> {
  if (!(await hasTrainerHint())) return;
  await waitAWhile(queryClient.query({ ...newTrainerSessionsQuery, staleTime: 0 }));
}
