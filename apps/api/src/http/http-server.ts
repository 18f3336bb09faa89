import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { LogController } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { answerFailure, answerParserError } from './error-handler.ts';
import { createTrustProxy, repairPath } from './request-address.ts';
import { createLoggerOptions, type LogStream } from './logger-options.ts';
import type { OutageLog } from './outage-log.ts';
import { finishRequest } from './request-log.ts';
import { compileSerializer, compileValidator } from './validation.ts';

interface HttpServerParts {
  readonly config: Config;
  readonly logger?: LogStream | false | undefined;
  readonly metrics?: Metrics | null | undefined;
  readonly outages: OutageLog;
}

/** Fastify as every call finds it: its limits, its log, its ids; the app adds plugins and calls. */
export function createHttpServer({ config, logger, outages, metrics = null }: HttpServerParts) {
  const app = Fastify({
    bodyLimit: config.limits.bodyBytes,
    requestTimeout: config.limits.requestMs,
    // Also bounds how long `close` may wait for running calls before it fails.
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
    // Node would answer a missing Host without a word; `requestAddress` answers it with a problem.
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

/** Long enough to be one of many, short and plain enough to be harmless in a log or a header. */
const sanePattern = /^[\w.:-]{8,64}$/;

/**
 * A proxy in front, or whoever looks for a fault, may name the request, so that its lines are found
 * in the logs of both. It names nothing else: two requests of the same name do no harm.
 */
function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sanePattern.test(given) ? given : randomUUID();
}
