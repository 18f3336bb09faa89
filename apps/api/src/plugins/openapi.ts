import swagger from '@fastify/swagger';
import { Problem } from '@tanren/contract/problem';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** The document is made from the same schemas that check requests, so it cannot drift. */
export const openApi = fp(async (app) => {
  app.addSchema(Problem);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'TANREN API',
        version: '1',
        description: '会員アプリと提携システムのための API です。',
      },
      components: {
        securitySchemes: {
          idToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'サインインで得られる ID トークンです。',
          },
        },
      },
    },
    hideUntagged: false,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => nameSchema(json, index),
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...schema,
        ...(!url.startsWith('/api/') && { hide: true }),
        ...(route.config?.access !== 'public' && { security: [{ idToken: [] }] }),
        response: { ...readResponses(schema), default: problemResponse },
      },
    }),
  });
});

const problemResponse = {
  description: 'RFC 9457',
  content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
};

function readResponses(schema: { response?: unknown } | undefined): object {
  return typeof schema?.response === 'object' && schema.response !== null ? schema.response : {};
}

function nameSchema(json: Record<string, unknown>, index: number): string {
  return typeof json['$id'] === 'string' ? json['$id'] : `Schema${index}`;
}

/** Public: it describes what is open source anyway. */
export async function openApiRoutes(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () =>
    app.swagger(),
  );
}
