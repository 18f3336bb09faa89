import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';

/** By which push services know who sends (RFC 8292). */
export interface Vapid {
  /** What browsers subscribe with: the point as base64url. */
  readonly publicKey: string;
  /** The Authorization header for a push service. */
  readonly authorize: (endpoint: URL, now: Date) => string;
}

/** As web-push has it: within the day that push services allow, and long enough to be reused. */
const tokenMs = 12 * 60 * 60 * 1000;
const renewedMs = 60 * 60 * 1000;
/** Browsers have a handful of push services; whoever makes up more gets no more memory. */
const mostRemembered = 50;

/** `contact` is a URL or a mailto: of the operator, which push services may ask for. */
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
      if (known.size >= mostRemembered) known.clear();
      known.set(origin, { header, until });
      return header;
    },
  };
}

/** 32 random bytes are a private key, but for a chance that nobody will see; then their hash is. */
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
