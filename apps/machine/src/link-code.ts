import { createHmac } from 'node:crypto';
import { formatLinkCode, linkCodePath, linkStepSeconds } from '@tanren/domain/machine-links';
import { timeCode, timeStep } from '@tanren/domain/time-code';

export interface ShownLinkCode {
  readonly code: string;
  /** What the QR says. */
  readonly url: string;
  /** When the screen shows the next one. */
  readonly validUntil: Date;
}

/** The server keeps the same key, made from the secret one way: it opens no broker. */
export function deriveLinkKey(secret: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64url')).update('tanren link code').digest();
}

export function makeLinkCode(
  machineId: number,
  linkKey: Buffer,
  webOrigin: string,
  now: Date,
): ShownLinkCode {
  const step = timeStep(now, linkStepSeconds);
  const digits = timeCode((message) => createHmac('sha1', linkKey).update(message).digest(), step);
  const code = formatLinkCode(machineId, digits);
  return {
    code,
    url: new URL(linkCodePath(code), webOrigin).href,
    validUntil: new Date((step + 1) * linkStepSeconds * 1000),
  };
}
