import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * For a page whose subject vanished while it was open: its loader, asked again, finds nothing and
 * shows the 404 page. A component cannot say so itself: the router takes that for its own failure.
 */
export function GonePage() {
  const router = useRouter();
  useEffect(() => {
    void router.invalidate();
  }, [router]);
  return null;
}

/** Whether the page is about to show something else of itself: another filter, another period. */
export function usePageBusy(): boolean {
  return useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.pathname === resolvedLocation?.pathname,
  });
}
