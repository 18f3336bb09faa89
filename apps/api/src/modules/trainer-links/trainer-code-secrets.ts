import { createHmac } from 'node:crypto';
import { makeTrainerCode } from '@tanren/domain/trainer-code';

/**
 * A code follows from its nonce and the server's key, and is found by its keyed hash: whoever
 * has the database alone can neither read a code nor try codes until one fits. Each use has a
 * label of its own, so that none yields another's value.
 */
export function deriveTrainerCode(key: Buffer, nonce: Buffer): string {
  return makeTrainerCode(createHmac('sha256', key).update('code\0').update(nonce).digest());
}

export function hashTrainerCode(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update('hash\0').update(code).digest();
}
