import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fp from 'fastify-plugin';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import type { Config } from '#config/config.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { createTrustProxy, findClientAddress, hasSeveralHosts } from './request-address.ts';

/** Headers that belong only to the upgrade. */
const dropped = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Answers a request as if it had not offered an upgrade that the server does not support, such as
 * the h2c that Java's and curl's clients offer by default (RFC 9110, section 7.8). Node passes
 * every upgrade to the listener without reading the body. The request is therefore written again
 * without the offer, before the unread rest, and parsed as a new connection. It closes after the
 * answer.
 * @returns false when this is not possible
 */
function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  raw: Duplex,
  head: Buffer,
): boolean {
  if (!(raw instanceof Socket)) return false;
  const { method, url, httpVersion, rawHeaders } = request;
  const fields = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !dropped.has(name.toLowerCase()) ? [`${name}: ${rawHeaders[at + 1]}`] : [],
  );
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...fields, 'Connection: close', '', ''];
  raw.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]));
  server.emit('connection', raw);
  return true;
}

export interface LivePeer {
  readonly address: string;
  readonly log: BrokerLog;
}

export interface LiveGatewayOptions {
  readonly config: Pick<Config, 'port' | 'publicUrl' | 'trustedProxies'>;
  readonly accept: (stream: Duplex, peer: LivePeer) => void;
}

const livePath = '/mqtt';

/** Members only receive, so the messages they send are smaller than this. */
const largestFrame = 4 * 1024;
/** Proxies cut connections that are silent for a minute, and a lost phone sends no close. */
const heartbeatMs = 30_000;
const heartbeatsAtOnce = 200;

/** Serves MQTT over WebSocket at `/mqtt`, on the app's own port. */
export const liveGateway = fp<LiveGatewayOptions>(async (app, { config, accept }) => {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrame,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  const alive = new WeakSet<WebSocket>();
  const isTrusted = createTrustProxy(config.trustedProxies);
  // The printed address has the port that was found when PORT=0.
  const allowedOrigins = () =>
    config.port === 0
      ? [config.publicUrl.origin, `http://localhost:${app.addresses()[0]?.port}`]
      : [config.publicUrl.origin];

  app.server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      if (!serveWithoutUpgrade(app.server, request, raw, head)) {
        rejectUpgrade(raw, '400 Bad Request');
      }
      return;
    }
    const rejection = findRejection(request, allowedOrigins());
    if (rejection !== null) {
      rejectUpgrade(raw, rejection);
      return;
    }
    sockets.handleUpgrade(request, raw, head, (socket) => {
      alive.add(socket);
      socket.on('pong', () => alive.add(socket));
      // `createWebSocketStream` handles only errors of its own side.
      socket.on('error', () => socket.terminate());
      const stream = createWebSocketStream(socket);
      stream.on('error', () => socket.terminate());
      const direct = request.socket.remoteAddress ?? 'unknown';
      const forwarded = request.headers['x-forwarded-for'];
      const address = findClientAddress(direct, forwarded, isTrusted);
      accept(stream, { address, log: app.log });
    });
  });

  const beat = async () => {
    for (const [at, socket] of [...sockets.clients].entries()) {
      // Ten thousand pings in one turn would delay every live rep meanwhile.
      if (at % heartbeatsAtOnce === heartbeatsAtOnce - 1) await nextTurn();
      if (!alive.has(socket)) socket.terminate();
      alive.delete(socket);
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }
  };
  const heartbeat = setInterval(() => void beat(), heartbeatMs);

  // An upgraded connection does not belong to HTTP: the server would wait for it forever.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    sockets.close();
    for (const socket of sockets.clients) {
      // "Service restart" makes pages connect to another node within seconds. Connections that do
      // not answer are cut.
      socket.close(1012);
      setTimeout(() => socket.terminate(), 1000).unref();
    }
  });
});

/** Returns the HTTP status line of a rejection, or `null` when the upgrade is accepted. */
function findRejection(request: IncomingMessage, origins: readonly string[]): string | null {
  if (hasSeveralHosts(request)) return '400 Bad Request';
  const [path] = (request.url ?? '').split('?');
  if (path !== livePath) return '404 Not Found';
  const { origin } = request.headers;
  // A browser always sends the origin of its page. Other programs send none.
  if (origin !== undefined && !origins.includes(origin)) return '403 Forbidden';
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  return offered.some((name) => name.trim() === 'mqtt') ? null : '400 Bad Request';
}

function rejectUpgrade(raw: Duplex, statusLine: string): void {
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
