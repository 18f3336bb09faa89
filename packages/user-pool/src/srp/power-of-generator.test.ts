import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { power } from './exponentiation.ts';
import { generator, prime } from './group.ts';
import { powerOfGenerator } from './power-of-generator.ts';

test('the table gives what OpenSSL gives', async () => {
  const edges = [Buffer.alloc(32, 0xff), Buffer.alloc(32, 0x80), Buffer.from('02', 'hex')];
  const random = Array.from({ length: 40 }, () => randomBytes(32));
  for (const exponent of [...edges, ...random]) {
    expect(powerOfGenerator(exponent)).toBe(await power(generator, exponent));
  }
});

test('one more in the exponent is one more factor', () => {
  const toBuffer = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 255n }), (value) => {
      const once = powerOfGenerator(toBuffer(value));
      expect(powerOfGenerator(toBuffer(value + 1n))).toBe((once * generator) % prime);
    }),
  );
});
