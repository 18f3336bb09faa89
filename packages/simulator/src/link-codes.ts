import { createHmac, randomBytes } from 'node:crypto';
import { formatClaimCode, makeClaimToken } from '@tanren/domain/machines/claim-codes';
import {
  formatLinkCode,
  linkCodePath,
  linkStepSeconds,
} from '@tanren/domain/machines/machine-links';
import { timeCode, timeStep } from '@tanren/domain/machines/time-code';
import type { MachineListener } from './machine-event.ts';

interface ShownLinkCode {
  readonly code: string;
  /** Content of the QR code. */
  readonly url: string;
  /** Time when the screen shows the next code. */
  readonly validUntil: Date;
}

/**
 * Derives the key for link codes from the secret by a one-way function. The server stores the same
 * key, which does not open the broker.
 */
export function deriveLinkKey(secret: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64url')).update('tanren link code').digest();
}

/**
 * Makes a token for a bout without a link. With the same key the server can verify that it is from
 * this machine.
 */
export function drawClaimToken(machineId: number, linkKey: Buffer): string {
  const sign = (text: string) => createHmac('sha256', linkKey).update(text).digest();
  return makeClaimToken(machineId, randomBytes(8), sign);
}

/** Returns the claim code and its QR code, which opens the same page as a link code. */
export function describeClaim(machineId: number, token: string, webOrigin: string) {
  const code = formatClaimCode({ machineId, token });
  return { code, url: new URL(linkCodePath(code), webOrigin).href };
}

/** Returns the code that the machine shows at a moment. */
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

interface LinkCodeOptions {
  readonly machineId: number;
  readonly linkKey: Buffer;
  readonly webOrigin: string;
  readonly now: () => Date;
  readonly onEvent: MachineListener;
}

/** Reports the new code at the beginning of each minute. Returns a function that ends it. */
export function showLinkCodes(options: LinkCodeOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    const { machineId, linkKey, webOrigin, now, onEvent } = options;
    const { code, url, validUntil } = makeLinkCode(machineId, linkKey, webOrigin, now());
    onEvent({ event: 'code', code, url, validUntil: validUntil.toISOString() });
    timer = setTimeout(show, Math.max(20, validUntil.getTime() - now().getTime()));
  };
  show();
  return () => clearTimeout(timer);
}
