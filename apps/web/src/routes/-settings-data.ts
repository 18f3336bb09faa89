import type { QueryClient } from '@tanstack/react-query';
import { gymsQuery } from '#lib/gyms.ts';

/** So that the menu does not grow under a finger. Without them it is shorter. */
export async function loadSettings(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...gymsQuery, meta: { toldByPage: true } }).catch(() => {});
}
