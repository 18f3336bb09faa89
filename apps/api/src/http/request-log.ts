import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '#db/database.ts';
import { type RequestContext, runInRequest } from './request-context.ts';
import { hideTokens } from './logger-options.ts';

/** As long as a key of 256 bits: private calendar addresses, also those asked for wrongly. */
const keyPattern = /[\w-]{43,}/g;

/** A path may be logged, a query never: it is where codes and addresses travel. */
function loggablePath(url: string): string {
  const path = hideTokens(url.split(/[?#;]/, 1)[0] ?? '');
  return path.replaceAll(keyPattern, '[key]').slice(0, 200);
}

/** Told about each answered request, pages and files included. */
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
    /** null: before the first hook, as for an address that nobody could read. */
    callContext: RequestContext | null;
    /** From then on only the body was waited for; null: that is not known. */
    bodyAwaitedAt: number | null;
  }
  interface FastifyContextConfig {
    /** Sends as it reads, so that nobody waits in silence. */
    mayTakeLong?: boolean;
  }
}

interface RequestLogOptions {
  /** Whether what a call causes elsewhere is told which request it was. */
  readonly trace: boolean;
  readonly db: Database;
  readonly metrics?: RequestObserver | null | undefined;
}

/** One line a call. Files and pages would drown the calls and are left out. */
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
  // Whoever sent a body gets here from the parser of the connection, which knows no request. How long
  // the body took is the phone's matter.
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

/** Calls of the user pool may wait for a mail server, and pages ask the database for nothing. */
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
