import { createKeys } from '#crypto/user-pool-keys.ts';

/**
 * Keys as in USER_POOL_KEYS, the same for every test of a worker, because finding the primes of a
 * new key takes longer than most tests. A test that needs a second key makes its own.
 */
export const testKeys: string = JSON.stringify(await createKeys(new Date()));
