import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import fp from 'fastify-plugin';
import { findIdentityEndpoint, isAmazon } from '#config/cognito-endpoints.ts';
import type { Config } from '#config/config.ts';

export type Directives = Readonly<Record<string, readonly string[]>>;

/** Policy of data answers: nothing in them may run or load. */
export const dataDirectives: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Returns the policy of pages. Scripts come from our files only. A style element needs the nonce of
 * its answer. Style attributes of prerendered pages cannot have one.
 */
export function pageDirectives(config: Pick<Config, 'publicUrl' | 'cognito'>): Directives {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...poolOrigins(config.cognito)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(config.publicUrl.protocol === 'https:' && { 'upgrade-insecure-requests': [] }),
  };
}

export function formatPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';');
}

/**
 * Returns the origins of an external pool, which the browser calls itself. The embedded pool is on
 * our own origin.
 */
function poolOrigins(cognito: Config['cognito']): string[] {
  if (cognito === null) return [];
  const userPool = new URL(cognito.issuer);
  if (cognito.identityPoolId === null || !isAmazon(userPool)) return [userPool.origin];
  return [userPool.origin, new URL(findIdentityEndpoint(cognito)).origin];
}

declare module 'fastify' {
  interface FastifyReply {
    /** The nonce that `<style nonce>` of this answer must have. */
    readonly styleNonce: string;
  }
}

interface SecurityHeaderOptions {
  readonly directives: Directives;
  readonly https: boolean;
}

/** One year. */
const httpsSeconds = 31_536_000;
/** The camera reads the QR code on a machine's screen. */
const permissions = 'camera=(self), microphone=(), geolocation=()';

/** Sets the headers of one scope. Scopes differ only in their content security policy. */
export const securityHeaders = fp<SecurityHeaderOptions>(async (app, { directives, https }) => {
  const nonces = new WeakMap<object, string>();
  app.decorateReply('styleNonce', {
    getter() {
      return nonces.get(this.raw) ?? '';
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    nonces.set(reply.raw, randomBytes(16).toString('base64'));
    reply.header('permissions-policy', permissions);
  });
  const nonce = (_request: unknown, reply: object) => `'nonce-${nonces.get(reply)}'`;
  const styles = directives['style-src'];

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, ...(styles && { 'style-src': [...styles, nonce] }) },
    },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Subdomains may belong to other services.
    strictTransportSecurity: https ? { maxAge: httpsSeconds, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
});

/**
 * Sets the headers of JSON answers about a member, which must not be cached, framed, or run as a
 * script. Headers that only a document obeys (permissions, referrer, its browsing context) are left
 * to pages, because phones would receive them with each answer. The values are constants: helmet
 * builds them for each answer, which takes longer than most of our queries.
 */
export const dataAnswers = fp<{ https: boolean }>(async (app, { https }) => {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': formatPolicy(dataDirectives),
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': `max-age=${httpsSeconds}` }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});
