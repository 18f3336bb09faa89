import { findRedirect } from '@tanren/domain/route-paths';
import { decideAccess } from '@tanren/domain/route-access';
import { notFound, redirect } from '@tanstack/react-router';
import type { PageDeclaration } from './page.ts';
import type { RouterContext } from './router-context.ts';
import type { Session } from './session.ts';

interface Destination {
  /** Path and query. */
  readonly href: string;
  readonly next: unknown;
}

/** The document is being replaced: whatever waits for this need not go on. */
function waitForTheNewPage(): Promise<never> {
  return new Promise<never>(() => {});
}

/** Full page loads instead of navigation inside the app: an old app, or a target outside of it. */
export async function leaveOrRedirect(
  context: RouterContext,
  destination: Destination,
): Promise<void> {
  // What the browser asked the server for has been looked up there already.
  if (!context.hasLoaded()) return;
  if (context.isStale()) {
    context.leaveTo(destination.href);
    await waitForTheNewPage();
  }
  const manifest = await context.loadBuildManifest();
  const target = findRedirect(manifest?.redirects ?? [], destination.href);
  if (target === null) return;
  if (target.startsWith('/')) throw redirect({ href: target, replace: true });
  context.leaveTo(target);
  await waitForTheNewPage();
}

const totpSetUp = '/settings/totp';

/** The guard: who may see which page, and where everybody else is sent. Returns who is looking. */
export async function guardPage(
  context: RouterContext,
  page: PageDeclaration,
  destination: Destination,
): Promise<Session | null> {
  if (page.access === 'public') return null;
  const session = await context.readSession();
  const decision = decideAccess(page.access, session.access, destination.href, destination.next);
  if (decision.kind === 'redirect') {
    const query = decision.next === null ? '' : `?next=${encodeURIComponent(decision.next)}`;
    throw redirect({ href: decision.to + query, replace: true });
  }
  const isSetUp = destination.href.split('?', 1)[0] === totpSetUp;
  if (session.totpRequired && page.access === 'default' && !isSetUp) {
    throw redirect({ href: totpSetUp, replace: true });
  }
  if (page.group !== undefined && !session.groups.includes(page.group)) throw notFound();
  return session;
}
