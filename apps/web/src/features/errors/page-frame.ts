import { createContext, useContext } from 'react';
import { ChunkLoadError } from '#lib/chunks.ts';
import { isNetworkError, unwrapCause } from '#lib/errors.ts';

/** Whether header and navigation stand around the page. */
const PageFrame = createContext(false);

export const PageFrameProvider = PageFrame.Provider;

export function useIsFramed(): boolean {
  return useContext(PageFrame);
}

/**
 * A page that only did not get through leaves its frame in place: other pages may be at hand. What
 * broke takes the whole page.
 */
export function keepsFrame(error: unknown): boolean {
  return error instanceof ChunkLoadError || isNetworkError(unwrapCause(error));
}
