import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import { randomBytes } from 'node:crypto';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly activeFrom: Date;
}

export interface UserPoolKeys {
  /** Keys, newest first. The newest active key signs; the others only verify. */
  readonly signing: readonly SigningKey[];
  /** 256 bits from which every other secret of the pool is derived. */
  readonly root: Buffer;
}

const StoredKeys = Type.Object({
  root: Type.String(),
  signing: Type.Array(
    Type.Object({ jwk: Type.Record(Type.String(), Type.Unknown()), activeFrom: Type.String() }),
    { minItems: 1 },
  ),
});
export type StoredKeys = Type.Static<typeof StoredKeys>;
const storedKeys = Compile(StoredKeys);

/**
 * Error for unusable keys. Its message explains the reason to an operator and reveals nothing of
 * the keys.
 */
export class UserPoolKeysError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UserPoolKeysError';
  }
}

/** Parses keys in the format of `createKeys` and the key file. Errors never contain the text. */
export async function parseKeys(text: string): Promise<UserPoolKeys> {
  const stored = parseStoredKeys(text);
  const root = Buffer.from(stored.root, 'base64url');
  if (root.length !== 32) {
    throw new UserPoolKeysError('The user pool root key is not 256 bits long');
  }
  const signing = await Promise.all(
    stored.signing.map(({ jwk, activeFrom }) => readKey(jwk, new Date(activeFrom))),
  );
  return { root, signing };
}

export function pickSigningKey({ signing }: UserPoolKeys, now: Date): SigningKey {
  const key = signing.find(({ activeFrom }) => activeFrom <= now) ?? signing.at(-1);
  if (key === undefined) throw new Error('The user pool has no signing key');
  return key;
}

export function parseStoredKeys(text: string): StoredKeys {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserPoolKeysError('The user pool keys are not JSON');
  }
  if (!storedKeys.Check(value)) throw new UserPoolKeysError('The user pool keys are incomplete');
  return value;
}

export async function createKeys(now: Date): Promise<StoredKeys> {
  return {
    root: randomBytes(32).toString('base64url'),
    signing: [await createSigningKey(now)],
  };
}

export async function createSigningKey(activeFrom: Date): Promise<StoredKeys['signing'][number]> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { jwk: { ...(await exportJWK(privateKey)) }, activeFrom: activeFrom.toISOString() };
}

async function readKey(jwk: JWK, activeFrom: Date): Promise<SigningKey> {
  const { kty, n, e } = jwk;
  if (kty !== 'RSA' || n === undefined || e === undefined || jwk.d === undefined) {
    throw new UserPoolKeysError('A user pool signing key is not a private RSA key');
  }
  if (Number.isNaN(activeFrom.getTime())) {
    throw new UserPoolKeysError('A user pool signing key does not say from when it is active');
  }
  const privateKey = await importPrivateKey(jwk);
  const kid = await calculateJwkThumbprint({ kty, n, e });
  const publicJwk = { kty, n, e, kid, alg: 'RS256', use: 'sig' };
  return { kid, privateKey, publicJwk, activeFrom };
}

async function importPrivateKey(jwk: JWK): Promise<CryptoKey> {
  // The thrown error may contain the key, so it is not passed on.
  const key = await importJWK(jwk, 'RS256').catch(() => null);
  if (key === null || key instanceof Uint8Array) {
    throw new UserPoolKeysError('A user pool signing key is broken');
  }
  return key;
}
