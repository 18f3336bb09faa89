import { readNextPath } from '@tanren/domain/route-paths';
import { redirect, useSearch } from '@tanstack/react-router';
import type { RouterContext } from '#lib/route-guard.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { readPendingCode } from './identity-storage.ts';

/** Whatever stands in the address: looked at where it is used, never trusted. */
export interface IdentitySearch {
  readonly next?: unknown;
  readonly step?: unknown;
}

export function readIdentitySearch(search: Record<string, unknown>): IdentitySearch {
  return search;
}

/**
 * Of the page that is shown, not of the address, which is ahead of it while the next page loads.
 * Empty while a prerendered page is taken over: it was written without any query.
 */
function useIdentitySearch(): IdentitySearch {
  const search: IdentitySearch = useSearch({ strict: false });
  return useHydrated() ? search : {};
}

export function useStep(): unknown {
  return useIdentitySearch().step;
}

/** Where the member wanted to go, if that is a path of this app. */
export function useNext(): string | null {
  return readNextPath(useIdentitySearch().next);
}

/** The query of another step or page on the way in: where the member wanted to go stays known. */
export function keepNext(next: string | null, step?: string): IdentitySearch {
  return { ...(step === undefined ? {} : { step }), ...(next === null ? {} : { next }) };
}

/**
 * Whoever left while a code was on its way is led back to where it is asked for: when the page is
 * opened, but not by a link or the way back inside of the app, which somebody has chosen.
 */
export function resumeSignUp(context: RouterContext, search: IdentitySearch): void {
  if (import.meta.env.SSR || context.hasLoaded() || search.step !== undefined) return;
  if (readPendingCode('sign-up') === null) return;
  throw redirect({ to: '/register', search: { ...search, step: 'confirm' }, replace: true });
}
