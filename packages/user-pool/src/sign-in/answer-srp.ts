import { timingSafeEqual } from 'node:crypto';
import type { PoolContext } from '#pool-context.ts';
import { refuseCredentials, refuseParameter } from '#pool-error.ts';
import { isClaimTimestamp } from '#srp/claim-timestamp.ts';
import { deriveSessionKey, signClaim } from '#srp/handshake.ts';
import { spendTicket } from '#throttle/spent-tickets.ts';
import { findAccount, type Account } from '#users/account.ts';
import type { Call } from '#wire/call.ts';
import { attemptPassword } from './password-attempt.ts';
import { readParameter, type ChallengeResponses } from './read-parameter.ts';
import { openHandshake, type Handshake } from './srp-handshake.ts';

/** PASSWORD_VERIFIER. The handshake is spent whatever comes of it: one guess each. */
export async function answerSrp(
  pool: PoolContext,
  responses: ChallengeResponses,
  call: Call,
): Promise<object> {
  const username = readParameter(responses, 'USERNAME');
  const secretBlock = Buffer.from(
    readParameter(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'),
    'base64',
  );
  const signature = Buffer.from(readParameter(responses, 'PASSWORD_CLAIM_SIGNATURE'), 'base64');
  const timestamp = readParameter(responses, 'TIMESTAMP');
  if (!isClaimTimestamp(timestamp)) {
    throw refuseParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english');
  }
  const handshake = openHandshake(pool, secretBlock);
  if (handshake === null || !isNameOf(handshake, username)) throw refuseCredentials();
  if (!(await spendTicket(pool.db, secretBlock, handshake.expiresAt))) throw refuseCredentials();
  return await attemptPassword(pool, call, handshake.sub, async () => {
    const account = await findAccount(pool.db, pool, handshake.name);
    const expected = await signExpected(pool, account, handshake, secretBlock, timestamp);
    const right =
      expected !== null &&
      expected.length === signature.length &&
      timingSafeEqual(expected, signature);
    return right && account.sub === handshake.sub ? account : null;
  });
}

/** Amplify sends the id back; other clients send what was typed. */
function isNameOf(handshake: Handshake, username: string): boolean {
  const name = username.toLowerCase();
  return name === handshake.sub || name === handshake.name;
}

async function signExpected(
  pool: PoolContext,
  account: Account,
  handshake: Handshake,
  secretBlock: Buffer,
  timestamp: string,
): Promise<Buffer | null> {
  const { clientShared, server, sub } = handshake;
  const key = await deriveSessionKey(clientShared, server, account.credential.verifier);
  return key === null ? null : signClaim(key, pool.poolName, sub, secretBlock, timestamp);
}
