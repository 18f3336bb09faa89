import { loadPartOrReload } from '#lib/chunks.ts';

/** Loaded when needed: the arithmetic of a sign-in would make up a tenth of the first load. */
export function loadSignIn() {
  return loadPartOrReload(() => import('./sign-in.ts'));
}
