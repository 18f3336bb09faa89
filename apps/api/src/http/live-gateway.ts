import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fp from 'fastify-plugin';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import type { Config } from '#config/config.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { createTrustProxy, findClientAddress, hasSeveralHosts } from './request-address.ts';

/** What belongs to the upgrade alone. */
const dropped = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Answers a request as if it had not asked for an upgrade that we do not know, such as the h2c
 * that Java's and curl's clients offer on their own (RFC 9110, section 7.8). With a listener for
 * upgrades Node hands over every one of them without having read the body: the request is
 * therefore written once more, without the offer, before what is left of it, and the connection
 * begins anew with it. It ends with the answer, so nothing piles up on it.
 *
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

/** Members only listen: what they send is smaller than this, however it is cut. */
const largestFrame = 4 * 1024;
/** Proxies cut what is silent for a minute, and a phone that is gone says nothing. */
const heartbeatMs = 30_000;
const heartbeatsAtOnce = 200;

/** MQTT over WebSocket at `/mqtt`, on the app's own port. */
export const liveGateway = fp<LiveGatewayOptions>(async (app, { config, accept }) => {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrame,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  const alive = new WeakSet<WebSocket>();
  const isTrusted = createTrustProxy(config.trustedProxies);
  // Any free port was asked for: the address that is printed is the one of the port found.
  const allowedOrigins = () =>
    config.port === 0
      ? [config.publicUrl.origin, `http://localhost:${app.addresses()[0]?.port}`]
      : [config.publicUrl.origin];

  app.server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      if (!serveWithoutUpgrade(app.server, request, raw, head)) {
        refuseUpgrade(raw, '400 Bad Request');
      }
      return;
    }
    const refusal = findRefusal(request, allowedOrigins());
    if (refusal !== null) {
      refuseUpgrade(raw, refusal);
      return;
    }
    sockets.handleUpgrade(request, raw, head, (socket) => {
      alive.add(socket);
      socket.on('pong', () => alive.add(socket));
      // `createWebSocketStream` hears errors of its own side only.
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
      // Ten thousand in one turn would hold up every rep meanwhile.
      if (at % heartbeatsAtOnce === heartbeatsAtOnce - 1) await nextTurn();
      if (!alive.has(socket)) socket.terminate();
      alive.delete(socket);
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }
  };
  const heartbeat = setInterval(() => void beat(), heartbeatMs);

  // An upgraded connection is none of HTTP's: the server would wait for it forever.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    sockets.close();
    for (const socket of sockets.clients) {
      // "Service restart": pages come to another node within seconds. Connections that do not
      // answer are cut off.
      socket.close(1012);
      setTimeout(() => socket.terminate(), 1000).unref();
    }
  });
});

/** An HTTP status line, or null when the upgrade is welcome. */
function findRefusal(request: IncomingMessage, origins: readonly string[]): string | null {
  if (hasSeveralHosts(request)) return '400 Bad Request';
  const [path] = (request.url ?? '').split('?');
  if (path !== livePath) return '404 Not Found';
  const { origin } = request.headers;
  // A browser always says where its page came from; other programs say nothing.
  if (origin !== undefined && !origins.includes(origin)) return '403 Forbidden';
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  return offered.some((name) => name.trim() === 'mqtt') ? null : '400 Bad Request';
}

function refuseUpgrade(raw: Duplex, statusLine: string): void {
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
