import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import fp from 'fastify-plugin';

import type { Directives } from './content-security-policy.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What `<style nonce>` of this answer must say. */
    readonly styleNonce: string;
  }
}

export interface SecurityHeaderOptions {
  readonly directives: Directives;
  readonly https: boolean;
}

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
    // The camera reads the QR code on a machine's screen.
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
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
    // One year. Sub-domains are not ours to decide about.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
});
