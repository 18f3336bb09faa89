import { createHmac, timingSafeEqual } from 'node:crypto';
import { timeCode, timeStep } from '@tanren/domain/time-code';

const stepSeconds = 30;
/** One step to either side: clocks differ, and typing takes time. */
const drift = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function totpStep(now: Date): number {
  return timeStep(now, stepSeconds);
}

/** RFC 6238 as authenticator apps expect it: SHA-1, six digits, 30 seconds. */
export function totpCode(secret: Buffer, step: number): string {
  return timeCode((message) => createHmac('sha1', secret).update(message).digest(), step);
}

/** The step whose code was given, or null. */
export function matchTotp(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  const current = totpStep(now);
  let match: number | null = null;
  for (let step = current - drift; step <= current + drift; step += 1) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) match = step;
  }
  return match;
}

export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
