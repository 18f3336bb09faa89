import { createKeys } from '#crypto/user-pool-keys.ts';

/**
 * As USER_POOL_KEYS has them, the same for every test of a worker: to find the primes of a new key
 * takes longer than most tests. Who needs a second one makes it.
 */
export const testKeys: string = JSON.stringify(await createKeys(new Date()));
