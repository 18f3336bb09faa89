import { createHmac, timingSafeEqual } from 'node:crypto';
import { linkStepSeconds, timeCode, timeStep } from '@tanren/domain/time-code';

/**
 * The step whose code it is: the present one, or the one before, for whoever was still
 * typing when the screen changed. null: neither. Never a later one: a code must not outlive
 * the two minutes because a clock is behind.
 */
export function matchLinkCode(linkKey: Buffer, code: string, now: Date): number | null {
  const hmac = (message: Uint8Array) => createHmac('sha1', linkKey).update(message).digest();
  const present = timeStep(now, linkStepSeconds);
  const steps = [present, present - 1];
  const [matched] = steps.filter((step) => isSame(timeCode(hmac, step), code));
  return matched ?? null;
}

function isSame(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}
