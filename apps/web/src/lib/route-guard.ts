import type { BuildManifest } from '@tanren/contract/build-manifest';
import { type AccessLevel, decideAccess } from '@tanren/domain/identity/route-access';
import { findRedirect } from '@tanren/domain/identity/route-paths';
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { Session } from '#lib/auth/session.ts';

export type PageLayout = 'auth' | 'simple' | 'moment';

type PagePattern = `/${string}`;

/** Declaration of a page. A route without it does not compile. */
export interface PageDeclaration {
  readonly access: AccessLevel;
  readonly layout: PageLayout;
  readonly title: string;
  /**
   * Pattern of the parent page's route. `null` for a section of the navigation or a page of the
   * registration. Of several parents, the one that the reader came from applies, otherwise the
   * first one, which must not need a parameter that this page lacks.
   */
  readonly parent: PagePattern | readonly [PagePattern, ...PagePattern[]] | null;
  /** Search parameter of a view that is below the page itself. Going up removes it. */
  readonly subViewParam?: string;
  /** Group that may see the page. All others get the 404 page. */
  readonly group?: 'trainer' | 'staff';
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageDeclaration {}
}

/** Dependencies of the routes, which differ between the browser and prerendering. */
export interface RouterContext {
  readonly queryClient: QueryClient;
  readSession(): Promise<Session>;
  loadBuildManifest(): Promise<BuildManifest | null>;
  /**
   * Whether a page has been shown. `false` while the page that the browser requested is loading.
   */
  hasLoaded(): boolean;
  isStale(): boolean;
  /** Loads another page in full. */
  leaveTo(href: string): void;
}

interface Destination {
  /** Path and query. */
  readonly href: string;
  readonly next: unknown;
}

/** Returns a promise that never resolves, because the document is being replaced. */
function waitForTheNewPage(): Promise<never> {
  return new Promise<never>(() => {});
}

/**
 * Loads the page in full, instead of navigating inside the app, when the app is outdated or the
 * target is outside of it.
 */
export async function leaveOrRedirect(
  context: RouterContext,
  destination: Destination,
): Promise<void> {
  // The server has already applied redirects to the page that the browser requested.
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

/** Decides whether the visitor may see the page and redirects otherwise. Returns the session. */
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
