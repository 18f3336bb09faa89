import type { BuildManifest } from '@tanren/contract/build-manifest';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from './session.ts';

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
