import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';

import { AppError } from '#app-error.ts';

/**
 * RFC 9112, section 3.2: several Host fields are answered with 400. Node takes the first, a proxy
 * in front may have gone by the last, and what they disagree on is an attacker's to choose.
 */
export const oneHost = fp(async (app) => {
  app.addHook('onRequest', async ({ raw }) => {
    if (hasSeveralHosts(raw)) throw new AppError('invalid_request');
  });
});

export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const names = rawHeaders.filter((_text, at) => at % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}
