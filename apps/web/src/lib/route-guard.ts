import type { BuildManifest } from '@tanren/contract/build-manifest';
import { type AccessLevel, decideAccess } from '@tanren/domain/route-access';
import { findRedirect } from '@tanren/domain/route-paths';
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { Session } from '#lib/auth/session.ts';

export type PageLayout = 'auth' | 'simple';

type PagePattern = `/${string}`;

/** What every route declares of its page; without it a route does not compile. */
export interface PageDeclaration {
  readonly access: AccessLevel;
  readonly layout: PageLayout;
  readonly title: string;
  /**
   * The page above this one, by the pattern of its route; null: a section of the navigation, or a
   * page on the way in. Of several the one that the reader came from is meant, and otherwise the
   * first, which needs no parameter that this page lacks.
   */
  readonly parent: PagePattern | readonly [PagePattern, ...PagePattern[]] | null;
  /** The search parameter of a view that stands below the page itself: going up leaves it out. */
  readonly viewBelow?: string;
  /** Everybody else gets the 404 page. */
  readonly group?: 'trainer' | 'staff';
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageDeclaration {}
}

/** What routes are given instead of reaching for it: in the browser, and while prerendering. */
export interface RouterContext {
  readonly queryClient: QueryClient;
  readSession(): Promise<Session>;
  loadBuildManifest(): Promise<BuildManifest | null>;
  /** Whether a page has been shown: false during the load of the page the browser asked for. */
  hasLoaded(): boolean;
  isStale(): boolean;
  /** Full navigation. */
  leaveTo(href: string): void;
}

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
