import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';

/** Identifies the sender to push services (RFC 8292). */
export interface Vapid {
  /** Key with which browsers subscribe: the point as base64url. */
  readonly publicKey: string;
  /** Returns the Authorization header for a push service. */
  readonly authorize: (endpoint: URL, now: Date) => string;
}

/**
 * Lifetime of a token, the same as in web-push: within the day that push services allow, and long
 * enough for reuse.
 */
const tokenMs = 12 * 60 * 60 * 1000;
const renewedMs = 60 * 60 * 1000;
/**
 * Maximum number of cached tokens. Browsers use a handful of push services, and made-up ones must
 * not use more memory.
 */
const maxRemembered = 50;

/**
 * Opens the key pair. `contact` is a URL or a mailto: address of the operator for the push
 * services.
 */
export function openVapid(seed: Buffer, contact: string): Vapid {
  const { privateKey, publicKey } = readKeyPair(seed);
  const known = new Map<string, { readonly header: string; readonly until: number }>();
  return {
    publicKey,
    authorize({ origin }, now) {
      const found = known.get(origin);
      const at = now.getTime();
      if (found !== undefined && found.until - renewedMs > at && found.until - tokenMs <= at) {
        return found.header;
      }
      const until = at + tokenMs;
      const { Authorization: header } = webPush.getVapidHeaders(
        origin,
        contact,
        publicKey,
        privateKey,
        webPush.supportedContentEncodings.AES_128_GCM,
      );
      if (known.size >= maxRemembered) known.clear();
      known.set(origin, { header, until });
      return header;
    },
  };
}

/**
 * Makes a key pair from 32 random bytes. A few values are no valid private key. Then their hash is
 * used.
 */
function readKeyPair(seed: Buffer): { privateKey: string; publicKey: string } {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(seed);
  } catch {
    return readKeyPair(createHash('sha256').update(seed).digest());
  }
  return {
    privateKey: seed.toString('base64url'),
    publicKey: pair.getPublicKey().toString('base64url'),
  };
}
