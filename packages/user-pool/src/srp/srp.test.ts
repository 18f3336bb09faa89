import { randomBytes } from 'node:crypto';
import { anyText } from '@tanren/domain/testing/any-text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClientEphemeral, powMod, signChallenge } from '#testing/srp-client.ts';
import { power } from './exponentiation.ts';
import { generator, multiplier, powerOfGenerator, prime, toSignedBytes } from './group.ts';
import {
  computeVerifier,
  createServerEphemeral,
  deriveSessionKey,
  isClaimTimestamp,
  signClaim,
} from './srp.ts';

test('the table gives the same results as OpenSSL', async () => {
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

const poolName = 'Tanren';
const timestamp = 'Wed Apr 5 22:42:34 UTC 2017';

async function shakeHands(salt: Buffer, stored: string, typed: string, clientSecret: bigint) {
  const userId = '0e1c8c2f-7b1d-4a5e-9d55-1c2d3e4f5a6b';
  const secretBlock = Buffer.from('any bytes');
  const verifier = await computeVerifier(poolName, userId, stored, salt);
  const server = createServerEphemeral(verifier);
  const client = createClientEphemeral(clientSecret);
  const key = await deriveSessionKey(client.shared, server, verifier);
  const signature = signChallenge(
    client,
    {
      poolName,
      userId,
      salt: salt.toString('hex'),
      serverShared: server.shared.toString(16),
      secretBlock: secretBlock.toString('base64'),
    },
    typed,
    timestamp,
  );
  return (
    key !== null &&
    signClaim(key, poolName, userId, secretBlock, timestamp).toString('base64') === signature
  );
}

const salts = fc.oneof(
  fc.uint8Array({ minLength: 16, maxLength: 16 }),
  fc.uint8Array({ minLength: 13, maxLength: 13 }).map((rest) => new Uint8Array([0, 0, 0, ...rest])),
  fc.uint8Array({ minLength: 15, maxLength: 15 }).map((rest) => new Uint8Array([0x80, ...rest])),
  fc.uint8Array({ minLength: 15, maxLength: 15 }).map((rest) => new Uint8Array([0x07, ...rest])),
);
const passwords = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  anyText({ minLength: 1, maxLength: 20 }),
  fc.string({ minLength: 256, maxLength: 256 }),
  fc.constantFrom('パスワード 1', ' a:b:c ', 'é\u0301', '😀:0', '\u0000'),
);
/** Small secrets give a short A, of odd length or with its first bit set. */
const secrets = fc.oneof(
  fc.bigInt({ min: 1n, max: 3000n }),
  fc.bigInt({ min: 1n << 200n, max: (1n << 256n) - 1n }),
);

describe('the server side of SRP', () => {
  test('agrees with a client for any salt, password and client secret', async () => {
    await fc.assert(
      fc.asyncProperty(salts, passwords, secrets, async (salt, password, secret) => {
        expect(await shakeHands(Buffer.from(salt), password, password, secret)).toBe(true);
      }),
      { numRuns: process.env['TEST_LONG'] === '1' ? 500 : 25 },
    );
  }, 600_000);

  test('disagrees for any other password', async () => {
    await fc.assert(
      fc.asyncProperty(salts, passwords, passwords, secrets, async (salt, a, b, secret) => {
        fc.pre(a !== b);
        expect(await shakeHands(Buffer.from(salt), a, b, secret)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  test('uses the constants of the clients', () => {
    expect(multiplier.toString(16)).toBe(
      '538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6',
    );
  });

  test.each([
    [0n, '00'],
    [1n, '01'],
    [0x7fn, '7f'],
    [0x80n, '0080'],
    [0xfffn, '0fff'],
    [0xf00n, '0f00'],
    [0x8000n, '008000'],
  ])('writes %d as %s', (value, hex) => {
    expect(toSignedBytes(value).toString('hex')).toBe(hex);
  });

  test('computes powers like plain arithmetic', async () => {
    const exponent = Buffer.from('00ff00112233445566778899aabbccddeeff', 'hex');
    const value = BigInt(`0x${exponent.toString('hex')}`);
    for (const base of [2n, 3n, prime - 2n, 1n << 3000n]) {
      expect(await power(base, exponent)).toBe(powMod(base, value));
    }
  });

  test('keeps the main thread free while many powers are computed', async () => {
    let turns = 0;
    const counter = setInterval(() => {
      turns += 1;
    }, 1);
    await Promise.all(Array.from({ length: 60 }, () => power(3n, Buffer.alloc(32, 0xff))));
    clearInterval(counter);
    // Sixty exponentiations on this thread would leave no turn for the timer.
    expect(turns).toBeGreaterThan(5);
  });

  test('rejects a client value that makes the key predictable', async () => {
    const verifier = await computeVerifier(poolName, 'id', 'password', Buffer.alloc(16, 1));
    const server = createServerEphemeral(verifier);
    for (const shared of [0n, prime, prime * 2n]) {
      expect(await deriveSessionKey(shared, server, verifier)).toBeNull();
    }
  });
});

test.each([
  ['Wed Apr 5 22:42:34 UTC 2017', true],
  ['Sun Nov 15 00:03:22 UTC 2026', true],
  ['Wed Apr 05 22:42:34 UTC 2017', false],
  ['Wed Apr 5 22:42:34 JST 2017', false],
  ['Wed Apr 32 22:42:34 UTC 2017', false],
  ['Wed Apr 5 24:42:34 UTC 2017', false],
  ['2017-04-05T22:42:34Z', false],
  ['水 4月 5 22:42:34 UTC 2017', false],
])('%s is a timestamp: %s', (text, valid) => {
  expect(isClaimTimestamp(text)).toBe(valid);
});
