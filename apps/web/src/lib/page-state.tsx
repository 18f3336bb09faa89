import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Shows the 404 page when the content of the page has vanished while it was open. It invalidates
 * the route, so that the loader finds nothing. A component cannot throw `notFound` itself, because
 * the router would treat it as a failure of the component.
 */
export function GonePage() {
  const router = useRouter();
  useEffect(() => {
    void router.invalidate();
  }, [router]);
  return null;
}

/** Returns whether the page is loading another view of itself, such as another filter or period. */
export function usePageBusy(): boolean {
  return useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.pathname === resolvedLocation?.pathname,
  });
}
