import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { LogController } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { answerFailure, answerParserError } from './error-handler.ts';
import { createTrustProxy, repairPath } from './request-address.ts';
import { createLoggerOptions, type LogStream } from './log/logger-options.ts';
import { chooseRequestId } from './log/request-id.ts';
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
