import { randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import { forgeryCookie, secureForgeryCookie } from '@tanren/contract/forgery';
import type { FastifyReply } from 'fastify';

/**
 * Hands out the token that calls repeat in a header. Readable by scripts on purpose:
 * being able to read it is the proof of being this site.
 */
export function ensureForgeryCookie(reply: FastifyReply, https: boolean): void {
  const cookies = reply.request.headers.cookie;
  const name = https ? secureForgeryCookie : forgeryCookie;
  const present = cookies === undefined ? undefined : fastifyCookie.parse(cookies)[name];
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
