import { timingSafeEqual } from 'node:crypto';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { seal, unseal } from '#crypto/secrets.ts';
import { lifetimes } from '#limits.ts';
import { rejectCredentials, rejectParameter } from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { prime } from '#srp/group.ts';
import {
  createServerEphemeral,
  deriveSessionKey,
  isClaimTimestamp,
  type ServerEphemeral,
  signClaim,
} from '#srp/srp.ts';
import { type Account, findAccount } from '#users/account.ts';
import { type ChallengeResponses, readParameter, spendTicket } from './challenge-session.ts';
import { attemptPassword } from './next-step.ts';

const Contents = Type.Object({
  sub: Type.String(),
  name: Type.String(),
  clientShared: Type.String(),
  serverShared: Type.String(),
  serverSecret: Type.String(),
  expiresAt: Type.Integer(),
});
const contents = Compile(Contents);

interface Handshake {
  readonly sub: string;
  readonly name: string;
  readonly clientShared: bigint;
  readonly server: ServerEphemeral;
  readonly expiresAt: Date;
}

/** Seals the server's half into SECRET_BLOCK between the two steps, so that any node can finish. */
function sealHandshake(pool: PoolContext, handshake: Omit<Handshake, 'expiresAt'>): Buffer {
  const plain: Type.Static<typeof Contents> = {
    sub: handshake.sub,
    name: handshake.name,
    clientShared: handshake.clientShared.toString(16),
    serverShared: handshake.server.shared.toString(16),
    serverSecret: handshake.server.secret.toString('base64'),
    expiresAt: pool.now().getTime() + lifetimes.challenge * 1000,
  };
  return seal(pool.secrets.handshake, Buffer.from(JSON.stringify(plain)), pool.clientId);
}

function openHandshake(pool: PoolContext, secretBlock: Buffer): Handshake | null {
  const plain = unseal(pool.secrets.handshake, secretBlock, pool.clientId);
  if (plain === null) return null;
  const value: unknown = JSON.parse(plain.toString());
  if (!contents.Check(value) || value.expiresAt <= pool.now().getTime()) return null;
  return {
    sub: value.sub,
    name: value.name,
    clientShared: BigInt(`0x${value.clientShared}`),
    server: {
      shared: BigInt(`0x${value.serverShared}`),
      secret: Buffer.from(value.serverSecret, 'base64'),
    },
    expiresAt: new Date(value.expiresAt),
  };
}

/** Starts USER_SRP_AUTH. An unknown name gets a challenge too. */
export async function startSrp(
  pool: PoolContext,
  username: string,
  clientHex: string,
): Promise<object> {
  if (!/^[0-9a-f]{1,768}$/i.test(clientHex)) throw rejectParameter('SRP_A is not a hex number');
  const clientShared = BigInt(`0x${clientHex}`);
  if (clientShared === 0n || clientShared >= prime)
    throw rejectParameter('SRP_A is not a valid number');
  const { sub, name, credential } = await findAccount(pool.db, pool, username);
  const server = createServerEphemeral(credential.verifier);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: credential.salt.toString('hex'),
      SECRET_BLOCK: sealHandshake(pool, { sub, name, clientShared, server }).toString('base64'),
      SRP_B: server.shared.toString(16),
      USERNAME: sub,
      USER_ID_FOR_SRP: sub,
    },
  };
}

/** Answers PASSWORD_VERIFIER. The handshake is used up in any case, so it allows one guess. */
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
    throw rejectParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english');
  }
  const handshake = openHandshake(pool, secretBlock);
  if (handshake === null || !isNameOf(handshake, username)) throw rejectCredentials();
  if (!(await spendTicket(pool.db, secretBlock, handshake.expiresAt))) throw rejectCredentials();
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

/**
 * Returns whether the name belongs to the handshake. Amplify sends the id; other clients send the
 * typed name.
 */
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
