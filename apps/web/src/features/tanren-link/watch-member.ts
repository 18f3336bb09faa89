import { hashKey, type QueryClient } from '@tanstack/react-query';
import { readIdentity } from '#lib/auth.ts';
import { tanrenConnectionQuery } from '#lib/machine-link.ts';

/** Tells when the member has signed out: here, where all queries are dropped, or in another tab. */
export function watchMember(queryClient: QueryClient, sub: string, onGone: () => void): () => void {
  const hash = hashKey(tanrenConnectionQuery.queryKey);
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryHash === hash) onGone();
  });
  const compare = () => {
    readIdentity().then(
      (identity) => {
        if (identity?.sub !== sub) onGone();
      },
      // Offline with an old token: nobody has signed out.
      () => {},
    );
  };
  window.addEventListener('storage', compare);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', compare);
  };
}
