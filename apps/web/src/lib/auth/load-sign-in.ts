import { loadPartOrReload } from '#lib/builds/chunks.ts';

/** Loads the sign-in when it is needed: its cryptography would be a tenth of the first load. */
export function loadSignIn() {
  return loadPartOrReload(() => import('./sign-in.ts'));
}
