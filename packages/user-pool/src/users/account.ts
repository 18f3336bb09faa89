import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { keyedHash, toUuid } from '#crypto/secrets.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { fromBytes, prime, toSignedBytes } from '#srp/group.ts';
import { computeVerifier, type SrpCredential } from '#srp/srp.ts';
import { openCredential } from './credential.ts';
import { findUserByEmail, findUserBySub } from './users.store.ts';

const longest = 254;

/** Returns the address as it is stored and compared. Returns `null` when it is not an address. */
export function normalizeEmail(text: string): string | null {
  const email = text.toLowerCase();
  if (email.length > longest) return null;
  return /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(
    email,
  )
    ? email
    : null;
}

/** Masks an address like Cognito: `h***@e***`. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
}

/*
 * The answer to a reset shows the first letters of the address, whether the caller sent an address
 * or an id. For an unknown name both must give the same letters, although nothing is stored. So the
 * simulated id contains them in its last two bytes, XORed with a pad that is derived from the rest
 * of the id and a key. The same two bytes of an invented id give letters too.
 */
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const nameLetters = spread(`${digits}.!#$%&'*+/=?^_\`{|}~-`);
const hostLetters = spread(digits);

/**
 * Returns 256 characters: each rare one once, and letters in the remaining places, because most
 * addresses begin with a letter.
 */
function spread(rare: string): string {
  return rare + alphabet.repeat(10).slice(0, 256 - rare.length);
}

function simulateSub(key: Buffer, name: string): string {
  const hash = keyedHash(key, 'sub', name);
  const id = toBytes(toUuid(hash));
  const email = normalizeEmail(name);
  if (email !== null) {
    const pad = maskPad(key, id);
    const choose = (letters: string, letter: string, at: number) => {
      const places = Array.from(letters, (_, place) => place).filter(
        (place) => letters.charAt(place) === letter,
      );
      return places[hash.readUInt8(16 + at) % places.length] ?? 0;
    };
    const [, host = ''] = email.split('@');
    id.writeUInt8(choose(nameLetters, email.charAt(0), 0) ^ pad.readUInt8(0), 14);
    id.writeUInt8(choose(hostLetters, host.charAt(0), 1) ^ pad.readUInt8(1), 15);
  }
  return toUuid(id);
}

function readSimulatedMask(key: Buffer, sub: string): string {
  const id = toBytes(sub);
  const pad = maskPad(key, id);
  const name = nameLetters.charAt(id.readUInt8(14) ^ pad.readUInt8(0));
  const host = hostLetters.charAt(id.readUInt8(15) ^ pad.readUInt8(1));
  return maskEmail(`${name}@${host}`);
}

function maskPad(key: Buffer, id: Buffer): Buffer {
  return keyedHash(key, 'mask', id.subarray(0, 14).toString('hex'));
}

function toBytes(sub: string): Buffer {
  return Buffer.from(sub.replaceAll('-', ''), 'hex');
}

/**
 * Account of a typed name. An unknown name gets a simulated one that stays the same and has no
 * user.
 */
export interface Account {
  readonly name: string;
  readonly sub: string;
  readonly user: UserRow | null;
  /** Masked address, for example `h***@e***`. */
  readonly maskedEmail: string;
  readonly credential: SrpCredential;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export async function findAccount(
  db: PoolQueryable,
  pool: PoolContext,
  username: string,
): Promise<Account> {
  const name = username.toLowerCase();
  const user = await findUserByName(db, name);
  if (user === null) return simulateAccount(pool, name);
  const { sub, email } = user;
  const credential = openCredential(pool, sub, user.credential);
  return { name, sub, user, maskedEmail: maskEmail(email), credential };
}

async function findUserByName(db: PoolQueryable, username: string): Promise<UserRow | null> {
  const name = username.toLowerCase();
  if (uuid.test(name)) return await findUserBySub(db, name);
  const email = normalizeEmail(name);
  return email === null ? null : await findUserByEmail(db, email);
}

/** Returns a simulated account. The same name always gets the same salt and id, like a real one. */
function simulateAccount(pool: PoolContext, name: string): Account {
  const key = pool.secrets.simulation;
  const sub = uuid.test(name) ? name : simulateSub(key, name);
  const bytes = hkdfSync('sha256', key, keyedHash(key, 'verifier', sub), 'verifier', 384);
  return {
    name,
    sub,
    user: null,
    maskedEmail: readSimulatedMask(key, sub),
    credential: {
      salt: keyedHash(key, 'salt', sub).subarray(0, 16),
      verifier: fromBytes(Buffer.from(bytes)) % prime,
    },
  };
}

/** Checks the password itself, for calls that contain it. */
export async function checkPassword(
  pool: Pick<PoolContext, 'poolName'>,
  account: Pick<Account, 'sub' | 'credential'>,
  password: string,
): Promise<boolean> {
  const { salt, verifier } = account.credential;
  const given = toSignedBytes(await computeVerifier(pool.poolName, account.sub, password, salt));
  const expected = toSignedBytes(verifier);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
