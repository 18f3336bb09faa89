import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import { callPool, type PoolAnswer } from './pool-client.ts';

/*
 * The client's half of the handshake. It does not use src/srp, so that the same error cannot occur
 * on both sides.
 */
const n = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const k = BigInt(`0x${sha(pad(n), pad(2n)).toString('hex')}`);

function pad(value: bigint): Buffer {
  let hex = value.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  if (Number.parseInt(hex.slice(0, 1), 16) > 7) hex = `00${hex}`;
  return Buffer.from(hex, 'hex');
}

function sha(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

export function powMod(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % n;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % n;
    square = (square * square) % n;
  }
  return result;
}

interface ClientEphemeral {
  readonly secret: bigint;
  readonly shared: bigint;
}

export function createClientEphemeral(
  secret = BigInt(`0x${randomBytes(32).toString('hex')}`),
): ClientEphemeral {
  return { secret, shared: powMod(2n, secret) };
}

interface Challenge {
  readonly poolName: string;
  readonly userId: string;
  readonly salt: string;
  readonly serverShared: string;
  readonly secretBlock: string;
}

export function signChallenge(
  { secret, shared }: ClientEphemeral,
  challenge: Challenge,
  password: string,
  timestamp: string,
): string {
  const b = BigInt(`0x${challenge.serverShared}`);
  const u = BigInt(`0x${sha(pad(shared), pad(b)).toString('hex')}`);
  const identity = sha(Buffer.from(`${challenge.poolName}${challenge.userId}:${password}`));
  const x = BigInt(`0x${sha(pad(BigInt(`0x${challenge.salt}`)), identity).toString('hex')}`);
  const base = (((b - k * powMod(2n, x)) % n) + n) % n;
  const key = hkdfSync(
    'sha256',
    pad(powMod(base, secret + u * x)),
    pad(u),
    'Caldera Derived Key',
    16,
  );
  return createHmac('sha256', Buffer.from(key))
    .update(challenge.poolName + challenge.userId)
    .update(Buffer.from(challenge.secretBlock, 'base64'))
    .update(timestamp)
    .digest('base64');
}

function formatTimestamp(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday ?? ''} ${month ?? ''} ${Number(day)} ${time ?? ''} UTC ${year ?? ''}`;
}

interface SrpSignIn {
  readonly username: string;
  readonly password: string;
  readonly ephemeral?: ClientEphemeral;
  readonly headers?: Record<string, string>;
  readonly poolName?: string;
}

export async function signInWithSrp(endpoint: string, signIn: SrpSignIn): Promise<PoolAnswer> {
  const ephemeral = signIn.ephemeral ?? createClientEphemeral();
  const first = await callPool(
    endpoint,
    'InitiateAuth',
    {
      ClientId: 'tanren-web',
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: signIn.username, SRP_A: ephemeral.shared.toString(16) },
    },
    signIn.headers,
  );
  if (first.status !== 200) return first;
  const responses = answerChallenge(ephemeral, first, signIn.password, signIn.poolName);
  return await callPool(
    endpoint,
    'RespondToAuthChallenge',
    {
      ClientId: 'tanren-web',
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: responses,
    },
    signIn.headers,
  );
}

export function answerChallenge(
  ephemeral: ClientEphemeral,
  { body }: PoolAnswer,
  password: string,
  poolName = 'Tanren',
): Record<string, string> {
  const parameters = body['ChallengeParameters'] as Record<string, string>;
  const { SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP = '' } = parameters;
  const timestamp = formatTimestamp(new Date());
  const challenge: Challenge = {
    poolName,
    userId: USER_ID_FOR_SRP,
    salt: SALT,
    serverShared: SRP_B,
    secretBlock: SECRET_BLOCK,
  };
  return {
    USERNAME: USER_ID_FOR_SRP,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    TIMESTAMP: timestamp,
    PASSWORD_CLAIM_SIGNATURE: signChallenge(ephemeral, challenge, password, timestamp),
  };
}
