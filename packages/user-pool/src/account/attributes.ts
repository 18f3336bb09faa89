import * as Type from 'typebox';
import { PoolError, rejectParameter } from '#pool-error.ts';
import { operation, Token } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { findPreferred, listSecondFactors } from '#totp/second-factors.ts';
import { normalizeEmail } from '#users/account.ts';
import { updateUser } from '#users/users.store.ts';

const writable = new Set(['name', 'nickname', 'given_name', 'family_name', 'locale', 'zoneinfo']);

type Attribute = { readonly Name: string; readonly Value?: string };

interface ReadAttributes {
  readonly email: string | null;
  readonly others: Readonly<Record<string, string>>;
}

export function readAttributes(attributes: readonly Attribute[]): ReadAttributes {
  const others: Record<string, string> = {};
  let email: string | null = null;
  for (const { Name, Value = '' } of attributes) {
    if (Name === 'email') email = readEmail(Value);
    else if (writable.has(Name)) others[Name] = readText(Value);
    else throw rejectAttribute(Name);
  }
  return { email, others };
}

function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === null) throw rejectParameter('Invalid email address format.');
  return email;
}

/** Returns the text. Rejects NUL and lone surrogates, which jsonb in PostgreSQL cannot store. */
function readText(text: string): string {
  if (/[\0\p{Surrogate}]/u.test(text)) {
    throw rejectParameter('Attributes did not conform to the schema');
  }
  return text;
}

/**
 * Throws unless a user may delete the attribute. The mail address can be changed but not deleted.
 */
function requireWritable(name: string): void {
  if (!writable.has(name)) throw rejectAttribute(name);
}

function rejectAttribute(name: string): PoolError {
  return name === 'sub' || name === 'email_verified'
    ? new PoolError('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
    : rejectParameter('Attributes did not conform to the schema');
}

function listAttributes(user: UserRow): { Name: string; Value: string }[] {
  return Object.entries({
    ...user.attributes,
    sub: user.sub,
    email: user.email,
    email_verified: String(user.emailVerified),
  }).map(([Name, Value]) => ({ Name, Value }));
}

function describeFactors(pool: PoolContext, user: UserRow): object {
  const factors = listSecondFactors(pool, user);
  const preferred = findPreferred(factors, user);
  return {
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(preferred !== undefined && { PreferredMfaSetting: preferred }),
  };
}

export const getUser = operation(Type.Object({ AccessToken: Token }), async (pool, input) => {
  const { user } = await pool.verifyAccessToken(input.AccessToken);
  return {
    Username: user.sub,
    UserAttributes: listAttributes(user),
    ...describeFactors(pool, user),
  };
});

/** Deletes attributes. The mail address is the name for signing in, so it can only be replaced. */
export const deleteUserAttributes = operation(
  Type.Object({
    AccessToken: Token,
    UserAttributeNames: Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { maxItems: 30 }),
  }),
  async (pool, input) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    for (const name of input.UserAttributeNames) requireWritable(name);
    const gone = new Set(input.UserAttributeNames);
    const remaining = Object.entries(user.attributes).filter(([name]) => !gone.has(name));
    await updateUser(pool.db, user.sub, { attributes: Object.fromEntries(remaining) }, pool.now());
    return {};
  },
);
