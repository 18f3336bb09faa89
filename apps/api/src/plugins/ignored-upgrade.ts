import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

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
export function serveWithoutUpgrade(
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
