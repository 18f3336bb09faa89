import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { PushUrgency } from '@tanren/domain/notifications';
import { errorCode } from '#error-code.ts';
import { type BrowserKeys, encryptPush } from './encrypt-push.ts';
import { createPublicLookup, readPushEndpoint } from './push-endpoint.ts';
import type { Vapid } from './vapid.ts';

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** The collapse key, which is the notification's tag on the device as well. */
  readonly topic: string;
}

export interface PushDelivery {
  readonly endpoint: string;
  readonly keys: BrowserKeys;
  readonly message: PushMessage;
  readonly urgency: PushUrgency;
  /** How long the push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
}

/**
 * `sent`: the push service has it. `gone`: it knows no such device any more. `refused`: it will not
 * take this one, however often. `later`: once more, after so many seconds if it said so.
 */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' | 'refused' }
  | { readonly kind: 'later'; readonly afterSeconds: number | null };

export interface PushService {
  /** What browsers subscribe with. */
  readonly publicKey: string;
  /** Whether a browser may name this address. */
  readonly accepts: (endpoint: string) => boolean;
  readonly send: (delivery: PushDelivery, now: Date) => Promise<PushOutcome>;
}

/** Tests run a push service of their own, on this machine. */
interface PushNetwork {
  readonly readEndpoint: (text: string) => URL | null;
  readonly lookup?: LookupFunction;
}

const publicNetwork: PushNetwork = {
  readEndpoint: readPushEndpoint,
  lookup: createPublicLookup(),
};

const longestMs = 10_000;

export function openPushService(vapid: Vapid, network: PushNetwork = publicNetwork): PushService {
  return {
    publicKey: vapid.publicKey,
    accepts: (endpoint) => network.readEndpoint(endpoint) !== null,
    async send({ endpoint, keys, message, urgency, ttlSeconds }, now) {
      const url = network.readEndpoint(endpoint);
      if (url === null) return { kind: 'gone' };
      const body = encryptPush(Buffer.from(JSON.stringify(message)), keys);
      const headers = {
        authorization: vapid.authorize(url, now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: ttlSeconds,
        urgency,
        topic: message.topic,
      };
      const post = () => postOnce(url, headers, body, network.lookup);
      // An idle connection may be closed by the other side in the moment it is used.
      const answer = await post().catch(async (error: unknown) => {
        if (error instanceof StaleConnectionError) return await post();
        throw error;
      });
      return readOutcome(answer);
    },
  };
}

interface PushAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

class StaleConnectionError extends Error {}

/**
 * Follows no redirect, and reads nothing of the answer but its head: nobody gets to see more. It
 * settles whatever the other side does: an answer that changes the protocol is neither a response nor
 * an error.
 */
async function postOnce(
  url: URL,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
  lookup: LookupFunction | undefined,
): Promise<PushAnswer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(longestMs);
  return await new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers, signal, ...(lookup && { lookup }) });
    sending.on('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
    });
    sending.on('error', (error) => {
      const stale = sending.reusedSocket && errorCode(error) === 'ECONNRESET';
      reject(stale ? new StaleConnectionError() : error);
    });
    sending.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('the push service changes the protocol'));
    });
    sending.on('close', () => {
      reject(new Error('the push service closed the connection without an answer'));
    });
    sending.end(body);
  });
}

function readOutcome({ status, retryAfter }: PushAnswer): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
    return { kind: 'later', afterSeconds: seconds };
  }
  return { kind: 'refused' };
}
