import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { PushUrgency } from '@tanren/domain/members/notifications';
import { errorCode } from '#http/error-code.ts';
import { type BrowserKeys, encryptPush } from './encrypt-push.ts';
import { createPublicLookup, readPushEndpoint } from './push-endpoint.ts';
import type { Vapid } from './vapid.ts';

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** The collapse key, which is also the notification's tag on the device. */
  readonly topic: string;
}

export interface PushDelivery {
  readonly endpoint: string;
  readonly keys: BrowserKeys;
  readonly message: PushMessage;
  readonly urgency: PushUrgency;
  /** Time in which the push service keeps the message for a device that is off. */
  readonly ttlSeconds: number;
}

/**
 * `sent`: the push service has accepted the message. `gone`: the device no longer exists there.
 * `refused`: it will never accept this message. `later`: the message must be sent again, after
 * `afterSeconds` if the push service named a time.
 */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' | 'refused' }
  | { readonly kind: 'later'; readonly afterSeconds: number | null };

export interface PushService {
  /** Key with which browsers subscribe. */
  readonly publicKey: string;
  /** Returns whether a browser may use this address. */
  readonly accepts: (endpoint: string) => boolean;
  readonly send: (delivery: PushDelivery, now: Date) => Promise<PushOutcome>;
}

/** Replaceable network access: tests run their own push service on this machine. */
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
      // The other side may close an idle connection in the moment it is used, so the message is
      // sent again.
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
 * Posts once, follows no redirect and reads only the head of the answer, so that no content of an
 * internal address can leak. The promise always settles: an answer that changes the protocol is
 * neither a response nor an error.
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
