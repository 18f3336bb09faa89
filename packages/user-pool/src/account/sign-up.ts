import { randomUUID } from 'node:crypto';
import * as Type from 'typebox';
import {
  deliver,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode } from '#codes/mailed-codes.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import type { PoolContext } from '#pool-context.ts';
import { PoolError, refuseParameter } from '#pool-error.ts';
import { defaultGroups, type UserRow } from '#schema/users.ts';
import { checkPassword } from '#users/check-password.ts';
import { createCredential, openCredential } from '#users/credential.ts';
import { maskEmail, normalizeEmail } from '#users/email-address.ts';
import { findUserByEmail, insertUser, replaceCredential } from '#users/users.store.ts';
import { Attributes, ClientId, Password, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import { readAttributes } from './attributes.ts';

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
    if (email === null) throw refuseParameter('Username should be an email.');
    const attributes = readAttributes(input.UserAttributes ?? []);
    if ((attributes.email ?? email) !== email) {
      throw refuseParameter('Username and email must be the same.');
    }
    acceptPassword(input.Password, email);
    const asker = { name: `network ${call.clientNetwork}`, familiar: false };
    await takeAskerAllowance(pool, call, 'sign-up', asker, email);
    if (await isTaken(pool, email)) refuse();
    await takeMailboxAllowance(pool, 'sign-up', asker, email);
    const registration = { email, password: input.Password, attributes: attributes.others };
    // The second round is for two sign-ups of one address at the same moment.
    const sub =
      (await register(pool, registration)) ?? (await register(pool, registration)) ?? refuse();
    const code = await issueCode(pool.db, pool, codeKey(pool, 'sign-up', sub));
    await deliver(pool, call, { to: email, ...writeSignUpCode(code) });
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

/**
 * An address that nobody has proved belongs to nobody: a later sign-up replaces an unconfirmed
 * one, and with the same password it is the same (the client repeats a call whose answer got lost).
 */
async function register(pool: PoolContext, registration: Registration): Promise<string | null> {
  const { email, password, attributes } = registration;
  const existing = await findUserByEmail(pool.db, email);
  if (existing === null) {
    const sub = randomUUID();
    const credential = await createCredential(pool, sub, password);
    const user = {
      sub,
      email,
      status: 'UNCONFIRMED' as const,
      credential,
      attributes,
      groups: [...defaultGroups],
    };
    return (await insertUser(pool.db, user, pool.now())) ? sub : null;
  }
  if (existing.status !== 'UNCONFIRMED') refuse();
  const { sub } = existing;
  const kept = { sub, credential: openCredential(pool, sub, existing.credential) };
  if (await checkPassword(pool, kept, password)) return sub;
  const credential = await createCredential(pool, sub, password);
  const replaced = await replaceCredential(
    pool.db,
    existing,
    { credential, attributes },
    pool.now(),
  );
  return replaced ? sub : null;
}

function refuse(): never {
  throw new PoolError('UsernameExistsException', 'An account with the given email already exists.');
}
