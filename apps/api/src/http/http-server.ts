import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { LogController } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { answerFailure, answerParserError } from './error-handler.ts';
import { createTrustProxy, repairPath } from './request-address.ts';
import { createLoggerOptions, type LogStream } from './log/logger-options.ts';
import type { OutageLog } from './log/outage-log.ts';
import { finishRequest } from './log/request-log.ts';
import { compileSerializer, compileValidator } from './validation.ts';

interface HttpServerParts {
  readonly config: Config;
  readonly logger?: LogStream | false | undefined;
  readonly metrics?: Metrics | null | undefined;
  readonly outages: OutageLog;
}

/**
 * Creates the Fastify server with its limits, log and request ids. The app adds plugins and routes.
 */
export function createHttpServer({ config, logger, outages, metrics = null }: HttpServerParts) {
  const app = Fastify({
    bodyLimit: config.limits.bodyBytes,
    requestTimeout: config.limits.requestMs,
    // The timeout also limits how long `close` may wait for running calls before it fails.
    pluginTimeout: 60_000,
    logger: createLoggerOptions({ config, destination: logger, outages, metrics }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    requestIdHeader: false,
    genReqId: chooseRequestId,
    rewriteUrl: ({ url = '/' }) => repairPath(url),
    trustProxy: createTrustProxy(config.trustedProxies),
    return503OnClosing: false,
    // Node would answer a missing Host with an empty 400. `requestAddress` answers with a problem.
    http: { requireHostHeader: false },
    clientErrorHandler(error, socket) {
      answerParserError(error, socket, app.log);
    },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      answerFailure(error, request, reply);
      finishRequest(request, reply, metrics);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.removeContentTypeParser('text/plain');
  return app;
}

/** Long enough to be unique, short and plain enough to be harmless in a log or a header. */
const sanePattern = /^[\w.:-]{8,64}$/;

/**
 * Accepts the request id of a proxy or of a developer, so that its lines can be found in the logs
 * of both. The id has no other use: two requests with the same id do no harm.
 */
function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sanePattern.test(given) ? given : randomUUID();
}
