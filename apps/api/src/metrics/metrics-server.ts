import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Config } from '#config/config.ts';
import type { DatabaseClock } from '#db/database-clock.ts';
import type { Database } from '#db/database.ts';
import type { Replica } from '#db/replica.ts';
import { errorCode } from '#http/error-code.ts';
import type { AnswerBroker } from '#mqtt/broker-questions.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { readProgramVersion } from '#config/program-version.ts';
import { StartupError } from '#config/startup-error.ts';
import type { Metrics } from './metrics.ts';
import {
  type CountSessions,
  watchClock,
  watchDatabase,
  watchMessaging,
  watchPool,
  watchProcess,
  watchReplica,
  watchTokens,
} from './watched-values.ts';

interface MetricsServer {
  /** Address for the operator. `null` when metrics are off. */
  readonly url: string | null;
  close(): Promise<void>;
}

interface MetricsParts {
  readonly config: Pick<Config, 'metrics' | 'nodeName'>;
  readonly db: Database;
  readonly replica?: Replica | null;
  readonly clock: Pick<DatabaseClock, 'aheadMs'>;
  readonly bus: Pick<MessageBus, 'isConnected'>;
  readonly countSessions: CountSessions;
  /** Returns the number of cached tokens. `undefined` when tokens are not cached. */
  readonly countTokens?: (() => number) | undefined;
  /** Answers a broker at the same port. `null` or absent when no broker asks this program. */
  readonly answerBroker?: AnswerBroker | null;
}

/** Registers the values of pool, broker and process, and serves all metrics. */
export async function startMetrics(
  metrics: Metrics | null,
  {
    config,
    db,
    replica = null,
    clock,
    bus,
    countSessions,
    countTokens,
    answerBroker = null,
  }: MetricsParts,
): Promise<MetricsServer> {
  if (metrics === null || config.metrics === null) return { url: null, close: async () => {} };
  watchProcess(metrics.registry, config.nodeName, readProgramVersion());
  watchPool(metrics.registry, db);
  watchDatabase(metrics.registry, db);
  if (replica !== null) watchReplica(metrics.registry, replica);
  watchClock(metrics.registry, clock);
  watchMessaging(metrics.registry, bus, countSessions);
  if (countTokens !== undefined) watchTokens(metrics.registry, countTokens);
  return await serveMetrics(metrics.registry, answerBroker, config.metrics);
}

/**
 * Serves `/metrics` on a separate port, which users of the app cannot reach. A scrape is answered
 * even while the app is busy or closing.
 */
async function serveMetrics(
  registry: Registry,
  answerBroker: AnswerBroker | null,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    void answer(registry, answerBroker, request, response).catch(() => request.destroy());
  });
  server.requestTimeout = 10_000;
  // A broker keeps its connections open. A call on one that is just closing would be a failed
  // sign-in.
  server.keepAliveTimeout = 72_000;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw describeFailure(error, host, port);
  }
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  registry: Registry,
  answerBroker: AnswerBroker | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if ((await answerBroker?.(request, response)) === true) return;
  const { method, url } = request;
  if (method !== 'GET' || url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('only GET /metrics\n');
    return;
  }
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  } catch {
    // A value that cannot be read must not end the process.
    response.writeHead(500).end();
  }
}

function describeFailure(error: unknown, host: string, port: number): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${host}, for metrics, is in use: stop the other program or set METRICS_PORT`,
    EACCES: `port ${port}, for metrics, is reserved for root, which this program does not stay: set METRICS_PORT to 1024 or above`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set METRICS_HOST`,
    ENOTFOUND: `${host} is not an address of this machine: set METRICS_HOST`,
  };
  const reason = reasons[errorCode(error) ?? ''];
  if (reason !== undefined) return new StartupError(reason, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}
