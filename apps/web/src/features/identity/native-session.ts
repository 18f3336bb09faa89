import { readNextPath } from '@tanren/domain/identity/route-paths';

/** Parameters that the member's native app puts behind the `#` of the address. */
export interface NativeSessionLink {
  readonly username: string;
  readonly code: string;
  readonly next: string | null;
}

export function parseNativeSessionLink(hash: string): NativeSessionLink | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const username = parameters.get('username') ?? '';
  const code = parameters.get('code') ?? '';
  if (username === '' || code === '') return null;
  return { username, code, next: readNextPath(parameters.get('next')) };
}

let pendingLink: NativeSessionLink | null = null;

/**
 * Stores the link and returns whether there was one. The address must lose it at once, because it
 * gives access to an account.
 */
export function storeNativeSessionLink(hash: string): boolean {
  if (hash === '' || hash === '#') return false;
  pendingLink = parseNativeSessionLink(hash);
  return true;
}

/** Returns and removes the link, because its code is valid for only one sign-in. */
export function takeNativeSessionLink(): NativeSessionLink | null {
  const link = pendingLink;
  pendingLink = null;
  return link;
}
