import { readNextPath } from '@tanren/domain/identity/route-paths';

/** What the member's other client has put behind the `#` of the address. */
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

/** True when there was one: the address must lose it at once, it opens somebody's account. */
export function storeNativeSessionLink(hash: string): boolean {
  if (hash === '' || hash === '#') return false;
  pendingLink = parseNativeSessionLink(hash);
  return true;
}

/** Once: the code is good for one sign-in only. */
export function takeNativeSessionLink(): NativeSessionLink | null {
  const link = pendingLink;
  pendingLink = null;
  return link;
}
