import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

import type { Directives } from './content-security-policy.ts';
import { securityHeaders } from './security-headers.ts';

export interface ApiDocsOptions {
  readonly directives: Directives;
  readonly https: boolean;
}

/** The one style element Swagger UI 5 writes itself; it knows no nonce. */
const swaggerStyleHash = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** `/docs` below the scope's prefix. It is a page, and follows the rules for pages. */
export async function apiDocs(
  app: FastifyInstance,
  { directives, https }: ApiDocsOptions,
): Promise<void> {
  const styles = [...(directives['style-src'] ?? []), swaggerStyleHash];
  await app.register(securityHeaders, {
    directives: { ...directives, 'style-src': styles },
    https,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: app.prefix,
    theme: { title: 'TANREN API' },
    uiConfig: {
      deepLinking: true,
      // Otherwise the page sends our address to a validator on the internet.
      validatorUrl: null,
      // Calls that change something need the forgery header, which this page doesn't send.
      supportedSubmitMethods: ['get'],
    },
  });
}
