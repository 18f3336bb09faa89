import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '#db/database.ts';
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
  interface FastifyContextConfig {
    /** Whether the call may take long because it streams its answer while it reads. */
    mayTakeLong?: boolean;
  }
}

interface RequestLogOptions {
  /** Whether lines, mails and messages caused by a call carry its request id. */
  readonly trace: boolean;
  readonly db: Database;
  readonly metrics?: RequestObserver | null | undefined;
}

/** Logs one line per call. Files and pages are left out, because they would hide the calls. */
export const requestLog = fp<RequestLogOptions>(async (app, options) => {
  const { metrics = null, trace, db } = options;
  const { longestCallMs } = db.$client;
  app.decorateRequest('callContext', null);
  app.decorateRequest('bodyAwaitedAt', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const answerBy = mustBeSoon(request) ? performance.now() + longestCallMs : Infinity;
    const context = { id: trace ? request.id : undefined, answerBy };
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
    if (request.callContext !== null) request.callContext.answerBy = Infinity;
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
  if (!/^\/(api|cognito)(?![^/?])/.test(request.url)) return;
  const pattern = request.routeOptions.url;
  const sub = request.verifiedIdentity?.sub;
  request.log.info(
    {
      method: request.method,
      route: pattern === undefined || pattern.endsWith('*') ? loggablePath(request.url) : pattern,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(sub !== undefined && { sub }),
    },
    'request',
  );
}
