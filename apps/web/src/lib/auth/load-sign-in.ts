import { ChunkLoadError, recoverFromChunkError } from '#lib/chunks.ts';

/** Loaded when needed: the arithmetic of a sign-in would make up a tenth of the first load. */
export async function loadSignIn() {
  try {
    return await import('./sign-in.ts');
  } catch (error) {
    await recoverFromChunkError();
    throw new ChunkLoadError('a part of the app could not be loaded', { cause: error });
  }
}
