import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fastifyCookie } from '@fastify/cookie';
import { signedInCookie } from '@tanren/contract/build-manifest';
import { forgeryCookie, secureForgeryCookie } from '@tanren/contract/endpoint';
import { fitsRouteParam } from '@tanren/domain/identity/route-paths';
import type { FastifyReply } from 'fastify';
import type { LoadedBuild } from './web-build.ts';

const compress = promisify(gzip);

/** Compressing less than one network packet gains nothing. */
const worthwhileBytes = 1400;

/**
 * Compresses a page. HTML has a different nonce in every answer, so unlike files it cannot be
 * compressed at build time. Level 4 costs well under a millisecond. No page contains a secret next
 * to text that an attacker chooses, so its length reveals nothing (BREACH).
 */
export async function gzipIfAccepted(
  html: string,
  acceptEncoding: string | undefined,
): Promise<{ encoding: 'gzip' | null; body: Buffer }> {
  const plain = Buffer.from(html);
  if (plain.length < worthwhileBytes || !acceptsGzip(acceptEncoding)) {
    return { encoding: null, body: plain };
  }
  return { encoding: 'gzip', body: await compress(plain, { level: 4 }) };
}

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((part) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/i.test(part));
}

/**
 * Sets the token that calls repeat in a header. Scripts can read it on purpose: being able to read
 * it proves that they belong to this site.
 */
function ensureForgeryCookie(reply: FastifyReply, https: boolean): void {
  const name = https ? secureForgeryCookie : forgeryCookie;
  const present = readCookie(reply, name);
  if (present !== undefined && /^[\w-]{43}$/.test(present)) return;
  const token = randomBytes(32).toString('base64url');
  reply.header(
    'set-cookie',
    fastifyCookie.serialize(name, token, {
      path: '/',
      sameSite: 'strict',
      secure: https,
      httpOnly: false,
    }),
  );
}

/** Returns whether the browser says that a member is signed in. Tokens decide what a page shows. */
function isSignedIn(reply: FastifyReply): boolean {
  return readCookie(reply, signedInCookie) !== undefined;
}

function readCookie(reply: FastifyReply, name: string): string | undefined {
  const { cookie } = reply.request.headers;
  return cookie === undefined ? undefined : fastifyCookie.parse(cookie)[name];
}

/** Finds the page of a path, by patterns like `/workouts/$workoutId` and `/users/$`. */
export function findRoute<R extends { readonly path: string }>(
  routes: readonly R[],
  path: string,
): R | undefined {
  const parts = splitPath(path);
  const fitting = routes.filter((route) => matches(splitPath(route.path), parts));
  // `/staff/gyms/new` is a page of its own, not the gym called `new`.
  return fitting.find((route) => !route.path.includes('$')) ?? fitting[0];
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const isSplat = pattern.at(-1) === '$';
  const fixed = isSplat ? pattern.slice(0, -1) : pattern;
  // `/users/$` covers the paths below `/users` but not that path itself.
  if (isSplat ? parts.length <= fixed.length : parts.length !== fixed.length) return false;
  return fixed.every((part, at) => {
    const given = parts[at] ?? '';
    if (!part.startsWith('$')) return part === given;
    // An address whose id cannot exist is not a page, and search engines should get a 404.
    return given !== '' && fitsRouteParam(part.slice(1), given) !== false;
  });
}

/**
 * Returns whether the query is valid: the workout list accepts only existing workout types. The
 * page itself checks which of them the member has done.
 */
function fitsQuery(path: string, query: URLSearchParams): boolean {
  const type = path === '/workouts' ? query.get('workoutType') : null;
  return type === null || fitsRouteParam('workoutType', type) === true;
}

function splitPath(path: string): string[] {
  return path.replace(/^\/|\/+$/g, '').split('/');
}

/**
 * Tells the prerendered sign-in page that the visitor is on the way to another page, before its
 * scripts run. Its form then comes before its picture.
 */
const nextMark = '<meta name="tanren-next">';

/** Returns whether the visitor wanted another page than the home page. */
function hasNext(query: URLSearchParams): boolean {
  const next = query.get('next') ?? '';
  return next !== '' && next !== '/';
}

/**
 * Answers with a prerendered page if there is one, else with the app's shell. The shell shows the
 * 404 page itself when the path does not match a route.
 */
export async function sendPage(
  reply: FastifyReply,
  { build, prerendered, shell, frames }: LoadedBuild,
  pathname: string,
  https: boolean,
): Promise<FastifyReply> {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const query = new URLSearchParams(reply.request.url.split('?')[1]);
  const route = fitsQuery(path, query) ? findRoute(build.routes, path) : undefined;
  ensureForgeryCookie(reply, https);
  const frame = isSignedIn(reply) ? (route?.frame ?? null) : null;
  // A prerendered form is the first step. A reload of a later one must not show it for a moment.
  const page = query.has('step') ? undefined : prerendered.get(path);
  const render = page ?? (frame === null ? shell : frames[frame]);
  const mark = hasNext(query) ? nextMark : '';
  const html = render(reply.styleNonce, page === undefined ? route?.links : mark);
  return await sendHtml(reply.code(route ? 200 : 404), html);
}

/**
 * Sends the members' frame without a page in it, which works for every path. It links to the files
 * of the home page, with which members start.
 */
export async function sendShell(
  reply: FastifyReply,
  { build, frames }: LoadedBuild,
): Promise<FastifyReply> {
  return await sendHtml(
    reply,
    frames.member(reply.styleNonce, findRoute(build.routes, '/')?.links),
  );
}

async function sendHtml(reply: FastifyReply, html: string): Promise<FastifyReply> {
  const { encoding, body } = await gzipIfAccepted(html, reply.request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(body);
}
