import {
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { openPushService, type PushMessage } from '#push/push-service.ts';
import { openVapid } from '#push/vapid.ts';

/*
 * A browser and its push service as the RFCs describe them, written independently of the program's
 * own encryption: HKDF by HMAC (RFC 5869), the secret by Diffie–Hellman on key objects, signatures
 * by `verify`. If both sides agree here, they agree because of the standards.
 */

/** The prefix of an uncompressed P-256 point as SubjectPublicKeyInfo. */
const spkiPrefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

function toPublicKey(point: Buffer): KeyObject {
  const key = Buffer.concat([spkiPrefix, point]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

const hmac = (key: Buffer, ...data: Buffer[]) =>
  createHmac('sha256', key).update(Buffer.concat(data)).digest();

/** Derives up to 32 bytes, which take one round of the expansion. */
function derive(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  return hmac(hmac(salt, secret), info, Buffer.from([1])).subarray(0, length);
}

export interface Browser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly privateKey: KeyObject;
}

/** Decrypts a message by RFC 8291, section 3.4, from the browser's side. */
export function decryptPush(body: Buffer, { keys, privateKey }: Omit<Browser, 'endpoint'>): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error('more than one record');
  const secret = diffieHellman({ privateKey, publicKey: toPublicKey(theirs) });
  const point = Buffer.from(keys.p256dh, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs]);
  const ikm = derive(Buffer.from(keys.auth, 'base64url'), secret, info, 32);
  const key = derive(salt, ikm, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(salt, ikm, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end');
  return plain.subarray(0, end).toString('utf8');
}

/** Verifies the signature of a VAPID header and returns its claims (RFC 8292). */
export function readVapid(header: string): { aud: string; exp: number; sub: string; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const publicKey = toPublicKey(Buffer.from(key, 'base64url'));
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!good) throw new Error('the signature is wrong');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  return { ...read, key };
}

interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The decrypted message. */
  readonly message: PushMessage;
}

/** Opens a push service on this machine for the tests of a file. It answers 201 by default. */
export async function openTestPushService() {
  const browsers = new Map<string, Browser>();
  const received: ReceivedPush[] = [];
  const answers = new Map<string, { status: number; headers?: Record<string, string> }>();
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const path = request.url ?? '';
      const answer = answers.get(path) ?? { status: 201 };
      const browser = browsers.get(path);
      if (browser !== undefined && answer.status < 300) {
        const message = JSON.parse(decryptPush(body, browser)) as PushMessage;
        received.push({ path, headers: request.headers, body, message });
      }
      response.writeHead(answer.status, answer.headers).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const push = openPushService(openVapid(Buffer.alloc(32, 'vapid'), 'mailto:op@tanren.example'), {
    readEndpoint: (text) => (text.startsWith(`${origin}/`) ? new URL(text) : null),
  });

  return {
    origin,
    push,
    received,
    /** Lists the titles of one browser's messages, the oldest first. */
    messagesTo: ({ endpoint }: Browser) =>
      received.filter(({ path }) => endpoint.endsWith(path)).map(({ message: { title } }) => title),
    answer({ endpoint }: Browser, status: number | null, headers?: Record<string, string>): void {
      const { pathname } = new URL(endpoint);
      if (status === null) answers.delete(pathname);
      else answers.set(pathname, { status, ...(headers && { headers }) });
    },
    newBrowser(): Browser {
      const browser = makeBrowser(`${origin}/${randomBytes(8).toString('hex')}`);
      browsers.set(new URL(browser.endpoint).pathname, browser);
      return browser;
    },
  };
}

export function makeBrowser(endpoint: string): Browser {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-65);
  const keys = {
    p256dh: point.toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  return { endpoint, keys, privateKey };
}
