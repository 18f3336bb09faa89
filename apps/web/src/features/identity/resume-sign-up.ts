import { redirect } from '@tanstack/react-router';
import type { RouterContext } from '#lib/router-context.ts';
import type { IdentitySearch } from './identity-search.ts';
import { readPendingCode } from './pending-code.ts';

/**
 * Whoever left while a code was on its way is led back to where it is asked for: when the page is
 * opened, but not by a link or the way back inside of the app, which somebody has chosen.
 */
export function resumeSignUp(context: RouterContext, search: IdentitySearch): void {
  if (import.meta.env.SSR || context.hasLoaded() || search.step !== undefined) return;
  if (readPendingCode('sign-up') === null) return;
  throw redirect({ to: '/register', search: { ...search, step: 'confirm' }, replace: true });
}
