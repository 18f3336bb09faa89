import { timingSafeEqual } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import { forgeryCookie, forgeryHeader, secureForgeryCookie } from '@tanren/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#http/app-error.ts';

export interface ForgeryEvidence {
  readonly method: string;
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  /** The whole Cookie header. The presence of any cookie means that the client is a browser. */
  readonly cookies: string | undefined;
  readonly cookieToken: string | undefined;
  readonly headerToken: string | undefined;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const ownSites = new Set(['same-origin', 'none']);

/**
 * Returns whether a request that changes data may have been sent by another site through a member's
 * browser. Another site can make the browser send our cookie but can neither read it nor set the
 * header. Programs that only hold a bearer token are not browsers and cannot be abused this way.
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

export const forgeryProtection = fp<{ https: boolean }>(async (app, { https }) => {
  const cookie = https ? secureForgeryCookie : forgeryCookie;
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const isSuspect = suspectsForgery(readEvidence(request, cookie));
    done(isSuspect ? new AppError('forgery_suspected') : null);
  });
});

function readEvidence({ method, headers }: FastifyRequest, cookie: string) {
  return {
    method,
    origin: headers.origin,
    secFetchSite: single(headers['sec-fetch-site']),
    cookies: headers.cookie,
    cookieToken:
      headers.cookie === undefined ? undefined : fastifyCookie.parse(headers.cookie)[cookie],
    headerToken: single(headers[forgeryHeader]),
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
