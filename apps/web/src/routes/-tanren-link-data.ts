import type { QueryClient } from '@tanstack/react-query';
import { tanrenConnectionQuery } from '#lib/machine-link.ts';
import { sessionRunQuery } from '#lib/session-run.ts';

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
