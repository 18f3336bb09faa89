import type { SignUpCode } from '#mail/mail-texts.ts';
import { randomUUID } from 'node:crypto';
import * as Type from 'typebox';
import {
  deliver,
  describeDelivery,
  takeRequesterAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { PoolError, rejectParameter } from '#pool-error.ts';
import { defaultGroups, type UserRow } from '#schema/users.ts';
import { checkPassword, maskEmail, normalizeEmail } from '#users/account.ts';
import { createCredential, openCredential } from '#users/credential.ts';
import { findUserByEmail, insertUser, replaceUnconfirmed } from '#users/users.store.ts';
import {
  Attributes,
  type Call,
  ClientId,
  operation,
  Password,
  requireClient,
  Username,
} from '#pool/operation.ts';
import { readAttributes } from './attributes.ts';
import { continueSignUp, findOwnSignUp, storeSignUp, startSignUp } from './sign-up-codes.ts';

export const signUp = operation(
  Type.Object({
    ClientId,
    Username,
    Password,
    UserAttributes: Type.Optional(Attributes),
  }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const email = normalizeEmail(input.Username);
    if (email === null) throw rejectParameter('Username should be an email.');
    const attributes = readAttributes(input.UserAttributes ?? []);
    if ((attributes.email ?? email) !== email) {
      throw rejectParameter('Username and email must be the same.');
    }
    acceptPassword(pool, input.Password, { email, attributes: attributes.others });
    const requester = { name: `network ${call.clientNetwork}`, familiar: false };
    await takeRequesterAllowance(pool, call, 'sign-up', requester, email);
    if (await isTaken(pool, email)) reject();
    await takeMailboxAllowance(pool, 'sign-up', requester, email);
    const registration = { email, password: input.Password, attributes: attributes.others };
    const { sub, issued } = await register(pool, call, registration);
    await deliver(pool, call, { to: email, ...writeSignUpCode(issued) });
    return {
      UserConfirmed: false,
      UserSub: sub,
      CodeDeliveryDetails: describeDelivery(maskEmail(email)),
    };
  },
);

async function isTaken(pool: PoolContext, email: string): Promise<boolean> {
  const existing = await findUserByEmail(pool.db, email);
  return existing !== null && existing.status !== 'UNCONFIRMED';
}

interface Registration {
  readonly email: string;
  readonly password: string;
  readonly attributes: UserRow['attributes'];
}

interface StartedSignUp {
  readonly sub: string;
  readonly issued: SignUpCode;
}

/**
 * Stores a sign-up. An unconfirmed address belongs to no user yet: several sign-ups can exist for
 * it, and the confirmed code decides which one counts. The same password from the same client is
 * the same sign-up, because the client repeats a call whose answer was lost.
 */
async function register(
  pool: PoolContext,
  call: Call,
  { email, password, attributes }: Registration,
): Promise<StartedSignUp> {
  const { sub, credential: first } = await findOrInsertUser(pool, { email, password, attributes });
  if (first !== null) return await start(pool, call, { sub, credential: first, attributes });
  const own = await findOwnSignUp(pool, call, sub);
  if (own !== null) {
    const stored = { sub, credential: openCredential(pool, sub, own.credential) };
    if (await checkPassword(pool, stored, password)) {
      storeSignUp(pool, call, own);
      return { sub, issued: await continueSignUp(pool, own) };
    }
  }
  const credential = await createCredential(pool, sub, password);
  const user = { sub, credential, attributes };
  // The user row gets the newest password, so that signing in with it answers that the account is
  // not confirmed yet.
  if (!(await replaceUnconfirmed(pool.db, user, pool.now()))) reject();
  return await start(pool, call, user);
}

async function start(
  pool: PoolContext,
  call: Call,
  user: Pick<UserRow, 'sub' | 'credential' | 'attributes'>,
): Promise<StartedSignUp> {
  const issued = await startSignUp(pool, call, user);
  storeSignUp(pool, call, { id: issued.id, sub: user.sub });
  return { sub: user.sub, issued };
}

/** Returns the user of an address. `credential` is `null` if the user existed before. */
async function findOrInsertUser(
  pool: PoolContext,
  { email, password, attributes }: Registration,
): Promise<Pick<UserRow, 'sub'> & { readonly credential: Buffer | null }> {
  const existing = await findUserByEmail(pool.db, email);
  if (existing !== null) return { sub: existing.sub, credential: null };
  const sub = randomUUID();
  const credential = await createCredential(pool, sub, password);
  const user = { sub, email, status: 'UNCONFIRMED' as const, credential, attributes };
  if (await insertUser(pool.db, { ...user, groups: [...defaultGroups] }, pool.now())) return user;
  // Another request has signed up with the address at the same moment.
  const quicker = (await findUserByEmail(pool.db, email))?.sub ?? reject();
  return { sub: quicker, credential: null };
}

function reject(): never {
  throw new PoolError('UsernameExistsException', 'An account with the given email already exists.');
}
