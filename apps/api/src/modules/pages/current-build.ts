import type { ClientConfig } from '@tanren/contract/build-manifest';

import { type LoadedBuild, loadWebBuild, readBuildMark } from './web-build.ts';

export interface CurrentBuildOptions {
  readonly root: string;
  readonly clientConfig: ClientConfig;
  readonly now: () => Date;
  readonly onUnreadable: (error: unknown) => void;
}

/** A page must not cost a look at the disk each time. */
const lookAgainAfterMs = 1000;

/**
 * The web build as it is on disk now, or null while none is complete. A half-written build
 * is not used: the last good one is kept until the next look.
 */
export function watchBuild(options: CurrentBuildOptions): () => Promise<LoadedBuild | null> {
  let current: LoadedBuild | null = null;
  let mark: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const found = await readBuildMark(options.root);
    if (found === null || found === mark) return;
    try {
      current = await loadWebBuild(options.root, options.clientConfig);
      mark = found;
    } catch (error) {
      options.onUnreadable(error);
    }
  }

  return async () => {
    const now = options.now().getTime();
    // A clock set back must not stop us from looking.
    if (Math.abs(now - lookedAt) >= lookAgainAfterMs && looking === null) {
      lookedAt = now;
      looking = look().finally(() => {
        looking = null;
      });
    }
    await looking;
    return current;
  };
}
