import { expect, test } from 'vitest';
import { createMachineSecret } from './machine-secret.ts';

test('a secret is 256 bits that can be typed after an option of any command', () => {
  // Of random ones, each 64th would begin with a dash.
  const secrets = Array.from({ length: 1000 }, () => createMachineSecret().secret);
  expect(secrets.filter((secret) => !/^\w[\w-]{42}$/.test(secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(secrets.length);
});
