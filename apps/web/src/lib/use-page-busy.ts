import { useRouterState } from '@tanstack/react-router';

/** Whether the page is about to show something else of itself: another filter, another period. */
export function usePageBusy(): boolean {
  return useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.pathname === resolvedLocation?.pathname,
  });
}
