import { lazyRouteComponent } from '@tanstack/react-router';
import { fetchLatestBuildId } from './builds.ts';
import { tabStorage } from '#lib/browser-storage.ts';
import { NetworkError } from '#lib/errors.ts';

const storageKey = 'tanren:reload';

/** Time in milliseconds within which a second reload of the same path would be a loop. */
export const reloadGuardTtl = 10_000;

interface ReloadMark {
  readonly path: string;
  readonly expires: number;
}

/**
 * Returns whether this path may be reloaded now, and records the reload. Without storage a reload
 * loop could not be detected, so the error view is shown instead.
 */
export function mayReload(path: string, now: number): boolean {
  const mark = tabStorage.readJson(storageKey) as ReloadMark | null;
  if (mark && mark.path === path && mark.expires > now) return false;
  return tabStorage.saveJson(storageKey, { path, expires: now + reloadGuardTtl });
}

/** A part of the app could not be loaded, because its file or the network is missing. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Loads a part of the app that is in its own chunk. The router would reload the page on a failure
 * without checking the network. This error class leaves the reaction to `recoverFromChunkError`.
 */
export async function loadPart<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    throw new ChunkLoadError('a part of the app could not be loaded', { cause: error });
  }
}

export function lazyScreen<M extends Record<string, unknown>, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
) {
  const screen = lazyRouteComponent(() => loadPart(load), name);
  const prepare = screen.preload?.bind(screen);
  // The original `preload` hides a failure until the screen is rendered. Failing early lets the
  // router show the error as a page, not inside the frame of the missing page.
  screen.preload = async () => {
    await loadPart(load);
    await prepare?.();
  };
  return screen;
}

/** Wraps a function that is in its own chunk, such as a route's loader. */
export function lazyFunction<A extends unknown[], R>(
  load: () => Promise<Record<string, (...args: A) => Promise<R>>>,
  name: string,
) {
  return async (...args: A): Promise<R | undefined> => {
    const part = await loadPart(load);
    return part[name]?.(...args);
  };
}

export type ChunkRecovery = 'reloading' | 'unreachable' | 'given-up';

/**
 * Reloads the page after a chunk failed to load, which helps when a new build has replaced the
 * file. A lost network looks the same, but a reload would end in the error page of the browser, so
 * the server is contacted first.
 */
export async function recoverFromChunkError(): Promise<ChunkRecovery> {
  const reachable = navigator.onLine && (await fetchLatestBuildId()) !== null;
  if (!reachable) return 'unreachable';
  const path = location.pathname + location.search;
  if (!mayReload(path, Date.now())) return 'given-up';
  location.reload();
  return 'reloading';
}

/**
 * Loads a part of the app that does not belong to a route. If its file is missing, the page is
 * reloaded and the promise stays pending until then. Otherwise the error says whether the network
 * or the file was missing.
 */
export async function loadPartOrReload<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await loadPart(load);
  } catch (error) {
    const recovery = await recoverFromChunkError();
    if (recovery === 'reloading') return new Promise<never>(() => {});
    const { message } = error as ChunkLoadError;
    throw new ChunkLoadError(message, {
      ...(recovery === 'unreachable' && { cause: new NetworkError('Network Error') }),
    });
  }
}
