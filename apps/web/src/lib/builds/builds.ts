import type { BuildManifest, LatestBuild } from '@tanren/contract/build-manifest';
import { canLoadPages } from '#lib/offline/network.ts';

declare const __BUILD_ID__: string;

/** Id of the build that this code belongs to. The bundler inserts it. */
export const buildId = __BUILD_ID__;

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.json();
}

let manifest: Promise<BuildManifest | null> | null = null;

/**
 * Loads the manifest once. Without it the app works, but redirects apply only at the next full page
 * load.
 */
export function loadBuildManifest(): Promise<BuildManifest | null> {
  manifest ??= fetchJson(`/builds/meta/${buildId}.json`).then(
    (answer) => answer as BuildManifest,
    () => {
      // A server with a newer build does not have this manifest. After a network failure the next
      // call tries again.
      manifest = null;
      return null;
    },
  );
  return manifest;
}

/** Returns the build id of the server, or `null` when the server cannot be reached. */
export async function fetchLatestBuildId(): Promise<string | null> {
  try {
    const latest = (await fetchJson(`/builds/latest.json?${String(Date.now())}`)) as LatestBuild;
    return latest.id;
  } catch {
    return null;
  }
}

/** Time in milliseconds after which an open page is fully reloaded at the next navigation. */
const staleAfter = 12 * 60 * 60 * 1000;

const outdatedCheckInterval = 60 * 60 * 1000;

interface Freshness {
  isStale(): boolean;
}

/** Tracks the age of the running app and checks every hour whether the server has a newer build. */
export function watchFreshness(now: () => number, onNewerBuild: () => void = () => {}): Freshness {
  const loadedAt = now();
  let outdated = false;
  const timer = setInterval(() => {
    void fetchLatestBuildId().then((latest) => {
      if (latest === null || latest === buildId) return;
      outdated = true;
      onNewerBuild();
      clearInterval(timer);
    });
  }, outdatedCheckInterval);
  return {
    // If no page can be loaded, the old app is better than the error page of the browser.
    isStale: () => (outdated || now() - loadedAt > staleAfter) && canLoadPages(),
  };
}
