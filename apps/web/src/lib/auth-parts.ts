import { ChunkLoadError, recoverFromChunkError } from './chunks.ts';

/** Loaded when needed: the arithmetic of a sign-in would make up a tenth of the first load. */
function part<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      await recoverFromChunkError();
      throw new ChunkLoadError('a part of the app could not be loaded', { cause: error });
    }
  };
}

export const loadSignIn = part(() => import('./auth-sign-in.ts'));
export const loadSignInAgain = part(() => import('./auth-again.ts'));
export const loadSignUp = part(() => import('./auth-sign-up.ts'));
