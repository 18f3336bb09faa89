import type { BuildManifest, LatestBuild } from '@tanren/contract/build-manifest';
import { buildId } from './build-id.ts';

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
