import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { derivePoolSecrets, keyedHash, seal, toBase32, toUuid, unseal } from '#crypto/secrets.ts';
import { lifetimes, signatureSkewMs } from '#limits.ts';
import { PoolError } from '#pool-error.ts';
import type { PoolContext, UserPoolOptions } from '#pool/pool-context.ts';

type IdentityPool = Pick<PoolContext, 'secrets' | 'identityPoolId' | 'now'>;

function readRegion(identityPoolId: string): string {
  return identityPoolId.split(':', 1)[0] ?? '';
}

/**
 * Returns the identity of a user. It is derived, so the same user always has the same one without a
 * table.
 */
export function nameIdentity({ secrets, identityPoolId }: IdentityPool, sub: string): string {
  const id = toUuid(keyedHash(secrets.identity, identityPoolId, sub));
  return `${readRegion(identityPoolId)}:${id}`;
}

const SessionToken = Type.Object({ identityId: Type.String(), expiration: Type.Integer() });
const sessionToken = Compile(SessionToken);

function deriveSecretKey({ secrets }: IdentityPool, accessKeyId: string): string {
  return keyedHash(secrets.identity, 'secret-key', accessKeyId).toString('base64');
}

/**
 * Issues credentials without storing them. The token contains identity and expiry, sealed for this
 * key.
 */
export function issueCredentials(pool: IdentityPool, identityId: string) {
  const AccessKeyId = `ASIA${toBase32(randomBytes(10))}`;
  const Expiration = Math.floor(pool.now().getTime() / 1000) + lifetimes.awsCredentials;
  const token: Type.Static<typeof SessionToken> = { identityId, expiration: Expiration };
  const sealed = seal(pool.secrets.identity, Buffer.from(JSON.stringify(token)), AccessKeyId);
  return {
    AccessKeyId,
    SecretKey: deriveSecretKey(pool, AccessKeyId),
    SessionToken: sealed.toString('base64'),
    Expiration,
  };
}

/** Request that was signed with the credentials of an identity (AWS Signature Version 4). */
interface SignedRequest {
  readonly method: string;
  /** URL as the client called it. */
  readonly url: URL;
  /** Header value with the signer and the signature. */
  readonly authorization: string;
  /** Value of `x-amz-date`. */
  readonly date: string;
  /** Value of `x-amz-security-token`. */
  readonly securityToken: string;
}

const signedHeaders = 'host;x-amz-date;x-amz-security-token';
const authorizationShape = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=(ASIA[A-Z2-7]{16})/(\\d{8}/[\\w-]+/[\\w-]+/aws4_request), SignedHeaders=${signedHeaders}, Signature=([0-9a-f]{64})$`,
);

/**
 * Creates the function by which the API learns which identity signed a request with an empty body.
 * It throws a PoolError unless the credentials are from this pool, belong to this user and have not
 * expired, and the request is recent.
 */
export function createVerifySignature(options: UserPoolOptions) {
  const secrets = derivePoolSecrets(options.keys.root, options.poolId);
  const pool: IdentityPool = { ...options, secrets };
  const region = readRegion(options.identityPoolId);
  return (sub: string, request: SignedRequest): string => {
    const [, accessKeyId, scope, signature] = authorizationShape.exec(request.authorization) ?? [];
    if (accessKeyId === undefined || scope === undefined || signature === undefined) {
      throw reject('IncompleteSignature');
    }
    requireNow(request.date, pool.now());
    const identityId = openToken(pool, request.securityToken, accessKeyId);
    const scopeOfPool = `${request.date.slice(0, 8)}/${region}/execute-api/aws4_request`;
    const expected = sign(deriveSecretKey(pool, accessKeyId), scope, request);
    const right = timingSafeEqual(Buffer.from(signature, 'hex'), expected);
    if (!right || scope !== scopeOfPool || identityId !== nameIdentity(pool, sub)) {
      throw reject('SignatureDoesNotMatch');
    }
    return identityId;
  };
}

/**
 * Throws unless the time is within five minutes of the server's. Clocks of clients may differ by
 * that much, and a copied request is useless after it.
 */
function requireNow(date: string, now: Date): void {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // The date has whole seconds. NaN from an invalid date is rejected too.
  const present = Math.floor(now.getTime() / 1000) * 1000;
  if (!(Math.abs(at - present) <= signatureSkewMs)) throw reject('RequestTimeTooSkewed');
}

function openToken(pool: IdentityPool, token: string, accessKeyId: string): string {
  const plain = unseal(pool.secrets.identity, Buffer.from(token, 'base64'), accessKeyId);
  const value: unknown = plain === null ? null : JSON.parse(plain.toString());
  if (!sessionToken.Check(value)) throw reject('UnrecognizedClient');
  if (value.expiration * 1000 <= pool.now().getTime()) throw reject('ExpiredToken');
  return value.identityId;
}

function sign(secretKey: string, scope: string, request: SignedRequest): Buffer {
  const { method, url, date, securityToken } = request;
  const canonical = [
    method,
    url.pathname,
    '',
    `host:${url.host}`,
    `x-amz-date:${date}`,
    `x-amz-security-token:${securityToken}`,
    '',
    signedHeaders,
    hash(''),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
  const key = scope.split('/').reduce(mac, Buffer.from(`AWS4${secretKey}`));
  return mac(key, text);
}

function mac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Makes an error with Amazon's reason and a name that clients of a user pool know. */
function reject(reason: string): PoolError {
  return new PoolError('NotAuthorizedException', reason);
}
