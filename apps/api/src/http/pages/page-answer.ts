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

/** Below one network packet there is nothing to win. */
const worthwhileBytes = 1400;

/**
 * HTML differs in its nonce for every answer, so unlike files it cannot be compressed at
 * build time. Level 4 costs well under a millisecond. Nothing a page contains is both
 * secret and next to what an attacker chooses, so its length gives nothing away (BREACH).
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
 * Hands out the token that calls repeat in a header. Readable by scripts on purpose:
 * being able to read it is the proof of being this site.
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

/** As far as the browser says; what the page shows is decided by tokens. */
function isSignedIn(reply: FastifyReply): boolean {
  return readCookie(reply, signedInCookie) !== undefined;
}

function readCookie(reply: FastifyReply, name: string): string | undefined {
  const { cookie } = reply.request.headers;
  return cookie === undefined ? undefined : fastifyCookie.parse(cookie)[name];
}

/** The page at a path, by patterns like `/workouts/$workoutId` and `/users/$`. */
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
  // `/users/$` stands for what is below `/users`, and not for that address itself.
  if (isSplat ? parts.length <= fixed.length : parts.length !== fixed.length) return false;
  return fixed.every((part, at) => {
    const given = parts[at] ?? '';
    if (!part.startsWith('$')) return part === given;
    // An address whose id cannot exist is not a page, and search engines should get a 404.
    return given !== '' && fitsRouteParam(part.slice(1), given) !== false;
  });
}

/** The list of workouts takes only the types there are; which of them a member has done it sees itself. */
function fitsQuery(path: string, query: URLSearchParams): boolean {
  const type = path === '/workouts' ? query.get('workoutType') : null;
  return type === null || fitsRouteParam('workoutType', type) === true;
}

function splitPath(path: string): string[] {
  return path.replace(/^\/|\/+$/g, '').split('/');
}

/**
 * Answers with HTML: prerendered where it exists, else the app's shell, which shows the
 * 404 page itself when the path is none of its routes.
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
  const render = prerendered.get(path) ?? (frame === null ? shell : frames[frame]);
  const html = render(reply.styleNonce, prerendered.has(path) ? '' : route?.links);
  return await sendHtml(reply.code(route ? 200 : 404), html);
}

/** The frame of members without a page in it, which serves for every path. */
export async function sendShell(
  reply: FastifyReply,
  { frames }: LoadedBuild,
): Promise<FastifyReply> {
  return await sendHtml(reply, frames.member(reply.styleNonce));
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
