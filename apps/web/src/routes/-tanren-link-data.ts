import type { QueryClient } from '@tanstack/react-query';
import { tanrenConnectionQuery } from '#entities/machines/machines.queries.ts';
import { sessionRunQuery } from '#entities/training-sessions/training-sessions.queries.ts';

/** What is known is shown at once, and asked anew by the screen. */
export async function loadTanrenLink(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.query({ ...tanrenConnectionQuery, staleTime: 'static' }),
    // A session that cannot be asked for must not keep anybody from a machine.
    queryClient
      .query({ ...sessionRunQuery, meta: { toldByPage: true }, staleTime: 'static' })
      .catch(() => null),
  ]);
}
