import type { ProblemCode } from '@tanren/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '#db/database.ts';
import type { Span, Tracer } from '#tracing/span.ts';
import { type RequestContext, runInRequest } from './request-context.ts';
import { hideTokens } from './logger-options.ts';

/** Matches text as long as a 256-bit key: private calendar addresses, also invalid ones. */
const keyPattern = /[\w-]{43,}/g;

/** Returns the path for the log. A query is never logged: it may contain codes and addresses. */
function loggablePath(url: string): string {
  const path = hideTokens(url.split(/[?#;]/, 1)[0] ?? '');
  return path.replaceAll(keyPattern, '[key]').slice(0, 200);
}

/** Receives each answered request, pages and files included. */
export interface RequestObserver {
  requestDone(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` before the first hook, for example for an address that could not be parsed. */
    callContext: RequestContext | null;
    /** Time from which the server only waited for the body. `null` if it is not known. */
    bodyAwaitedAt: number | null;
  }
  interface FastifyReply {
    /** The code of the problem with which the request was answered, or `null`. */
    problemCode: ProblemCode | null;
  }
  interface FastifyContextConfig {
    /** Whether the call may take long because it streams its answer while it reads. */
    mayTakeLong?: boolean;
  }
}

interface RequestLogOptions {
  /** Whether lines, mails and messages caused by a call carry its request id. */
  readonly trace: boolean;
  readonly db: Database;
  /** `null` or absent when traces are off. */
  readonly tracer?: Tracer | null | undefined;
  readonly metrics?: RequestObserver | null | undefined;
}

/** Logs one line per call. Files and pages are left out, because they would hide the calls. */
export const requestLog = fp<RequestLogOptions>(async (app, options) => {
  const { metrics = null, trace, tracer = null, db } = options;
  const { longestCallMs } = db.$client;
  app.decorateReply('problemCode', null);
  app.decorateRequest('callContext', null);
  app.decorateRequest('bodyAwaitedAt', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const answerBy = mustBeSoon(request) ? performance.now() + longestCallMs : Infinity;
    const span = tracer === null ? null : startCallSpan(tracer, request);
    const context = { id: trace ? request.id : undefined, answerBy, span };
    request.callContext = context;
    runInRequest(context, done);
  });
  // This hook runs in the connection's parser after a body, outside the request context. The time
  // for receiving the body is added to the deadline, because it depends on the phone.
  app.addHook('preValidation', (request, _reply, done) => {
    const { bodyAwaitedAt, callContext: context } = request;
    if (context === null) {
      done();
      return;
    }
    if (bodyAwaitedAt !== null) context.answerBy += performance.now() - bodyAwaitedAt;
    runInRequest(context, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { callContext: context } = request;
    if (context !== null) context.answerBy = Infinity;
    if (context?.span) endCallSpan(context.span, reply);
    finishRequest(request, reply, metrics);
    done();
  });
});

/**
 * Returns whether the call has a deadline. Calls of the user pool may wait for a mail server, and
 * pages do not query the database.
 */
function mustBeSoon({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/api/') && routeOptions.config.mayTakeLong !== true;
}

/** Starts the span of a call. Pages and files have none, as they have no line in the log. */
function startCallSpan(tracer: Tracer, request: FastifyRequest): Span | null {
  if (!isCall(request)) return null;
  const route = request.routeOptions.url ?? 'unmatched';
  return tracer.start({
    name: `${request.method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'tanren.request_id': request.id,
    },
    traceparent: request.headers['traceparent'],
  });
}

function endCallSpan(span: Span, { statusCode, problemCode }: FastifyReply): void {
  span.set({ 'http.response.status_code': statusCode });
  if (problemCode !== null) span.set({ 'tanren.problem': problemCode });
  if (statusCode >= 500) span.fail(problemCode ?? String(statusCode));
  span.end();
}

export function finishRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: RequestObserver | null,
): void {
  metrics?.requestDone({
    method: request.method,
    route: request.routeOptions.url ?? 'unmatched',
    status: reply.statusCode,
    seconds: reply.elapsedTime / 1000,
  });
  logRequest(request, reply);
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  if (!isCall(request)) return;
  const pattern = request.routeOptions.url;
  const sub = request.verifiedIdentity?.sub;
  const traceId = request.callContext?.span?.traceId;
  request.log.info(
    {
      method: request.method,
      route: pattern === undefined || pattern.endsWith('*') ? loggablePath(request.url) : pattern,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(sub !== undefined && { sub }),
      ...(traceId !== undefined && { traceId }),
    },
    'request',
  );
}

function isCall({ url }: FastifyRequest): boolean {
  return /^\/(api|cognito)(?![^/?])/.test(url);
}
