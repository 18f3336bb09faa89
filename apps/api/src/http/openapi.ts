import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { describeMachineProtocol } from '@tanren/contract/machines/machine-protocol';
import { idempotencyHeader, idempotencyKeyLength } from '@tanren/contract/endpoint';
import { Problem } from '@tanren/contract/problem';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type Directives, securityHeaders } from './security-headers.ts';

interface ApiDocsOptions {
  readonly directives: Directives;
  readonly https: boolean;
}

/** The hash of the style element that Swagger UI 5 writes itself, without a nonce. */
const swaggerStyleHash = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** Serves `/docs` below the scope's prefix. It is a page and follows the rules for pages. */
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
      // The page would otherwise send our address to a validator on the internet.
      validatorUrl: null,
      // Calls that change data need the forgery header, which this page does not send.
      supportedSubmitMethods: ['get'],
    },
  });
}

/** Creates the document from the same schemas that validate requests, so that it cannot drift. */
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
            description: 'ログインで得られる ID トークンです。',
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
        ...(route.config?.takesIdempotencyKey === true && { headers: keyHeaders }),
        response: { ...readResponses(schema), default: problemResponse },
      },
    }),
  });
});

/**
 * The header in the document. Requests without it need no check, and `idempotency.ts` validates the
 * others.
 */
const keyHeaders = {
  type: 'object',
  properties: {
    [idempotencyHeader]: {
      type: 'string',
      minLength: idempotencyKeyLength.min + 2,
      maxLength: idempotencyKeyLength.max + 2,
      examples: ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
      description:
        '同じ要求を二重に実行しないためのキーです（draft-ietf-httpapi-idempotency-key-header、引用符付きの文字列）。24時間以内に同じキーで同じ要求を送ると、一度だけ実行され、最初と同じ応答が返ります。実行中は 409 request_in_progress、キーが同じで内容が異なる要求は 422 idempotency_key_reused です。',
    },
  },
} as const;

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

/** Serves both documents without a sign-in: they describe open source code. */
export async function openApiRoutes(app: FastifyInstance): Promise<void> {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  app.get('/openapi.json', options, () => app.swagger());
  app.get('/asyncapi.json', options, () => describeMachineProtocol());
}
