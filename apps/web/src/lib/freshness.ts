import { buildId } from './build-id.ts';
import { fetchLatestBuildId } from './build-manifest.ts';

/** A page that has been open for longer than this is loaded anew at the next navigation. */
export const staleAfter = 12 * 60 * 60 * 1000;

const outdatedCheckInterval = 60 * 60 * 1000;

export interface Freshness {
  isStale(): boolean;
}

/** Knows how old the running app is and, asking hourly, whether the server has a newer one. */
export function watchFreshness(now: () => number): Freshness {
  const loadedAt = now();
  let outdated = false;
  const timer = setInterval(() => {
    void fetchLatestBuildId().then((latest) => {
      if (latest === null || latest === buildId) return;
      outdated = true;
      clearInterval(timer);
    });
  }, outdatedCheckInterval);
  return { isStale: () => outdated || now() - loadedAt > staleAfter };
}
