import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linkStepSeconds } from './machine-links.ts';
import { timeCode, timeStep } from './time-code.ts';

const hmac = (key: string | Uint8Array) => (message: Uint8Array) =>
  createHmac('sha1', key).update(message).digest();

// The codes are from RFC 6238, appendix B: the last six digits of its SHA-1 rows.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d s is %s', (seconds, code) => {
  const step = timeStep(new Date(seconds * 1000), 30);
  expect(timeCode(hmac('12345678901234567890'), step)).toBe(code);
});

it('differs for each number, and from the code without a number', () => {
  const codes = [undefined, 0, 1, 4_294_967_295].map((number) => timeCode(hmac('x'), 7, number));
  expect(new Set(codes).size).toBe(4);
  // The hashed message has eight bytes for the step and four for the number.
  const message = Buffer.from('000000000000000700000001', 'hex');
  expect(codes[2]).toBe(timeCode(() => hmac('x')(message), 0));
});

it('changes its step exactly at the boundary', () => {
  expect(timeStep(new Date(59_999), linkStepSeconds)).toBe(0);
  expect(timeStep(new Date(60_000), linkStepSeconds)).toBe(1);
});

it('is six digits for any key and step, and reads a MAC inside a larger buffer', () => {
  const keys = fc.uint8Array({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (key, step) => {
      const code = timeCode(hmac(key), step);
      expect(code).toMatch(/^\d{6}$/);
      const shifted = timeCode((message) => {
        const larger = new Uint8Array(64).fill(255);
        larger.set(hmac(key)(message), 7);
        return larger.subarray(7, 27);
      }, step);
      expect(shifted).toBe(code);
    }),
  );
});
