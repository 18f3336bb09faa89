import { createECDH, createHmac } from 'node:crypto';
import webPush from 'web-push';

/** Keys from the browser for encrypting its messages, as base64url. */
export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const curve = 'prime256v1';

/**
 * Maximum length of a message in bytes. Push services accept 4096 bytes, and encryption adds a
 * header, a tag and an end mark.
 */
export const longestMessage = 4096 - 86 - 16 - 1;

/** Encrypts a message so that only the browser can read it, not its push service (RFC 8291). */
export function encryptPush(message: Buffer, { p256dh, auth }: BrowserKeys): Buffer {
  if (message.length > longestMessage) throw new Error('the message is too long for a push');
  return webPush.encrypt(p256dh, auth, message, webPush.supportedContentEncodings.AES_128_GCM)
    .cipherText;
}

/** Returns whether a browser's keys are a point on the curve and a secret of 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65) return false;
  const probe = createECDH(curve);
  probe.setPrivateKey(probePrivateKey);
  try {
    probe.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** Any private key works here, because it only tests whether the point is valid. */
const probePrivateKey = createHmac('sha256', 'probe').update('point').digest();
