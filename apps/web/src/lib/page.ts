import type { AccessLevel } from '@tanren/domain/route-access';

export type PageLayout = 'auth' | 'simple';

/** What every route declares of its page; without it a route does not compile. */
export interface PageDeclaration {
  readonly access: AccessLevel;
  readonly layout: PageLayout;
  readonly title: string;
  /** Everybody else gets the 404 page. */
  readonly group?: 'trainer' | 'staff';
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageDeclaration {}
}
