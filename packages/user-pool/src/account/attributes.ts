import { PoolError, refuseParameter } from '#pool-error.ts';
import { normalizeEmail } from '#users/email-address.ts';
import type { UserRow } from '#schema/users.ts';

const writable = new Set(['name', 'nickname', 'given_name', 'family_name', 'locale', 'zoneinfo']);

type Attribute = { readonly Name: string; readonly Value?: string };

export interface ReadAttributes {
  readonly email: string | null;
  readonly others: Readonly<Record<string, string>>;
}

export function readAttributes(attributes: readonly Attribute[]): ReadAttributes {
  const others: Record<string, string> = {};
  let email: string | null = null;
  for (const { Name, Value = '' } of attributes) {
    if (Name === 'email') email = readEmail(Value);
    else if (writable.has(Name)) others[Name] = readText(Value);
    else throw refuseAttribute(Name);
  }
  return { email, others };
}

export function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === null) throw refuseParameter('Invalid email address format.');
  return email;
}

/** PostgreSQL's jsonb knows neither NUL nor half of a surrogate pair. */
function readText(text: string): string {
  if (/[\0\p{Surrogate}]/u.test(text)) {
    throw refuseParameter('Attributes did not conform to the schema');
  }
  return text;
}

/** Whether a user may delete it; an address is theirs, but not to be left out. */
export function requireWritable(name: string): void {
  if (!writable.has(name)) throw refuseAttribute(name);
}

function refuseAttribute(name: string): PoolError {
  return name === 'sub' || name === 'email_verified'
    ? new PoolError('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
    : refuseParameter('Attributes did not conform to the schema');
}

export function listAttributes(user: UserRow): { Name: string; Value: string }[] {
  return Object.entries({
    ...user.attributes,
    sub: user.sub,
    email: user.email,
    email_verified: String(user.emailVerified),
  }).map(([Name, Value]) => ({ Name, Value }));
}
