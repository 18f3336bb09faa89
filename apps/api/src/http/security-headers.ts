import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import fp from 'fastify-plugin';
import type { CognitoConfig, Config } from '#config/config.ts';

export type Directives = Readonly<Record<string, readonly string[]>>;

/** For answers that are data: nothing in them may ever run or load. */
export const dataDirectives: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * For pages. Scripts come from our files only. A style element needs the nonce of its answer; style
 * attributes, which prerendered pages carry, cannot have one.
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

/** The embedded pool is on our own origin; another one is asked by the browser itself. */
function poolOrigins(cognito: Config['cognito']): string[] {
  if (cognito === null) return [];
  const userPool = new URL(cognito.issuer);
  if (cognito.identityPoolId === null || !isAmazon(userPool)) return [userPool.origin];
  return [userPool.origin, new URL(findIdentityEndpoint(cognito)).origin];
}

/** Amazon's identity pools have an address of their own; others stand beside their user pool. */
export function findIdentityEndpoint({ issuer, identityPoolId }: CognitoConfig): string {
  const userPool = new URL(issuer);
  if (!isAmazon(userPool)) return `${userPool.origin}/`;
  const region = identityPoolId?.split(':')[0] ?? '';
  const suffix = userPool.hostname.endsWith('.cn') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://cognito-identity.${region}.${suffix}/`;
}

export function isAmazon(issuer: URL): boolean {
  return /^cognito-idp\.[\w-]+\.amazonaws\.com(\.cn)?$/.test(issuer.hostname);
}

declare module 'fastify' {
  interface FastifyReply {
    /** What `<style nonce>` of this answer must say. */
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

/** Headers of one scope; scopes differ in their content security policy only. */
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
    // Sub-domains are not ours to decide about.
    strictTransportSecurity: https ? { maxAge: httpsSeconds, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
});

/**
 * For scopes that answer JSON about a member: it must not be cached, framed, or run as a script.
 * What only a document obeys (permissions, referrer, its browsing context) is left to pages: phones
 * would carry it with each answer. Here they are constants: helmet puts them together for each answer
 * anew, which would take longer than most of our queries.
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
