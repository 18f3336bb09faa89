import type { BuildManifest, LatestBuild } from '@tanren/contract/build-manifest';
import { canLoadPages } from '#lib/offline/network.ts';

declare const __BUILD_ID__: string;

/** Which build this code belongs to; written in by the bundler. */
export const buildId = __BUILD_ID__;

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.json();
}

let manifest: Promise<BuildManifest | null> | null = null;

/** Fetched once. Without it the app works, only redirects wait for the next full page. */
export function loadBuildManifest(): Promise<BuildManifest | null> {
  manifest ??= fetchJson(`/builds/meta/${buildId}.json`).then(
    (answer) => answer as BuildManifest,
    () => {
      // A server with a newer build no longer knows this one; a lost network may come back.
      manifest = null;
      return null;
    },
  );
  return manifest;
}

/** The build the server has now, or null when the server cannot be reached. */
export async function fetchLatestBuildId(): Promise<string | null> {
  try {
    const latest = (await fetchJson(`/builds/latest.json?${String(Date.now())}`)) as LatestBuild;
    return latest.id;
  } catch {
    return null;
  }
}

/** A page that has been open for longer than this is loaded anew at the next navigation. */
const staleAfter = 12 * 60 * 60 * 1000;

const outdatedCheckInterval = 60 * 60 * 1000;

interface Freshness {
  isStale(): boolean;
}

/** Knows how old the running app is and, asking hourly, whether the server has a newer one. */
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
    // Where no page can be loaded, the old app is better than the error page of the browser.
    isStale: () => (outdated || now() - loadedAt > staleAfter) && canLoadPages(),
  };
}
