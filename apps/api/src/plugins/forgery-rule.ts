import { timingSafeEqual } from 'node:crypto';

export interface ForgeryEvidence {
  readonly method: string;
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  /** The whole Cookie header: any cookie at all means a browser. */
  readonly cookies: string | undefined;
  readonly cookieToken: string | undefined;
  readonly headerToken: string | undefined;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const ownSites = new Set(['same-origin', 'none']);

/**
 * True when a request that changes something may have been sent by another site through
 * a member's browser. Another site can make the browser send our cookie but can neither
 * read it nor set the header. Programs that only hold a bearer token are no browsers and
 * have nothing that could be abused this way.
 */
export function suspectsForgery(evidence: ForgeryEvidence): boolean {
  const { method, origin, secFetchSite, cookies, cookieToken, headerToken } = evidence;
  if (safeMethods.has(method)) return false;
  const fromBrowser = [origin, secFetchSite, cookies].some((value) => value !== undefined);
  if (!fromBrowser) return false;
  if (secFetchSite !== undefined && !ownSites.has(secFetchSite)) return true;
  return !sameToken(cookieToken, headerToken);
}

function sameToken(cookie: string | undefined, header: string | undefined): boolean {
  if (!cookie || !header) return false;
  const expected = Buffer.from(cookie);
  const given = Buffer.from(header);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
