import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { keyedHash, toUuid } from '#crypto/secrets.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { fromBytes, prime, toSignedBytes } from '#srp/group.ts';
import { computeVerifier, type SrpCredential } from '#srp/srp.ts';
import { openCredential } from './credential.ts';
import { findUserByEmail, findUserBySub } from './users.store.ts';

const longest = 254;

/** What stands in the database and is compared: null when it cannot be an address. */
export function normalizeEmail(text: string): string | null {
  const email = text.toLowerCase();
  if (email.length > longest) return null;
  return /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(
    email,
  )
    ? email
    : null;
}

/** As Cognito shows it: `h***@e***`. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
}

/*
 * Whoever asks for a reset is told the first letters of the address, by address or by id. A real
 * user's come from the row; those of a name that nobody has must be the same both ways too, and
 * nothing is stored of it. So its id carries them: the last two bytes, under a pad that the rest
 * of the id and a key give. Of an id that somebody made up, the same two bytes give letters as well.
 */
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const nameLetters = spread(`${digits}.!#$%&'*+/=?^_\`{|}~-`);
const hostLetters = spread(digits);

/** One place for each rare one; letters share the other 256, as addresses begin with them. */
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

/** What a name stands for. A name that nobody has gets a lasting shape too, with no user in it. */
export interface Account {
  readonly name: string;
  readonly sub: string;
  readonly user: UserRow | null;
  /** `h***@e***`. */
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

/** The same name always gets the same salt and id, as it would if somebody had it. */
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

/** For calls that carry the password itself. */
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
