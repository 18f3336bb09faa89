import { lazyRouteComponent } from '@tanstack/react-router';
import { fetchLatestBuildId } from './builds.ts';
import { NetworkError } from '#lib/errors.ts';

const storageKey = 'tanren:reload';

/** A second reload of the same path within this time would be a loop. */
export const reloadGuardTtl = 10_000;

interface ReloadMark {
  readonly path: string;
  readonly expires: number;
}

function readMark(storage: Storage): ReloadMark | null {
  try {
    return JSON.parse(storage.getItem(storageKey) ?? 'null') as ReloadMark | null;
  } catch {
    return null;
  }
}

/** Whether this path may be reloaded now; remembers it if so. Storage may be full or forbidden. */
export function mayReload(storage: Storage, path: string, now: number): boolean {
  const mark = readMark(storage);
  if (mark && mark.path === path && mark.expires > now) return false;
  try {
    storage.setItem(storageKey, JSON.stringify({ path, expires: now + reloadGuardTtl }));
  } catch {
    // Without storage a loop could not be noticed, so the error view has to do.
    return false;
  }
  return true;
}

/** A part of the app could not be loaded: its file is gone, or the network is. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * A part of the app in a chunk of its own. The router would reload the page by itself, without a
 * look at the network; an error of our own name leaves that to `recoverFromChunkError`.
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
  // Its own keeps a failure to itself until the screen is drawn. Told at once, the router shows the
  // error as a page, not within the frame of the page that is missing.
  screen.preload = async () => {
    await loadPart(load);
    await prepare?.();
  };
  return screen;
}

/** A function in a chunk of its own, such as a route's loader. */
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
 * Usually a new build has replaced the file, and loading the page anew helps. A lost network looks
 * the same, but a reload would then end in the browser's own error page: the server is asked first.
 */
export async function recoverFromChunkError(): Promise<ChunkRecovery> {
  const reachable = navigator.onLine && (await fetchLatestBuildId()) !== null;
  if (!reachable) return 'unreachable';
  const path = location.pathname + location.search;
  if (!mayReload(sessionStorage, path, Date.now())) return 'given-up';
  location.reload();
  return 'reloading';
}

/**
 * A part that no page of the router stands for. When it is missing, the page is loaded anew, and
 * whoever waits for the part waits until then. The error tells a lost network from a lost file.
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
