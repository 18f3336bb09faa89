import { createHash, randomUUID } from 'node:crypto';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { seal, unseal } from '#crypto/secrets.ts';
import { lifetimes } from '#limits.ts';
import { rejectParameter, rejectSession } from '#pool-error.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import type { SecondFactor, UserRow } from '#schema/users.ts';
import { userPoolSpentTickets } from '#schema/codes.ts';

export type ChallengeResponses = Readonly<Record<string, string>>;

export function readParameter(parameters: ChallengeResponses, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === '') {
    throw rejectParameter(`Missing required parameter ${name}`);
  }
  return value;
}

export function readName(parameters: ChallengeResponses): string {
  return readShort(parameters, 'USERNAME', 254);
}

/**
 * Reads a secret of at most 256 characters. A longer one cannot be a password and is not hashed.
 */
export function readSecret(parameters: ChallengeResponses, name: string): string {
  return readShort(parameters, name, 256);
}

function readShort(parameters: ChallengeResponses, name: string, longest: number): string {
  const value = readParameter(parameters, name);
  if (value.length > longest) throw rejectParameter(`${name} is too long`);
  return value;
}

type ChallengeName =
  | 'CUSTOM_CHALLENGE'
  | 'NEW_PASSWORD_REQUIRED'
  | 'SELECT_MFA_TYPE'
  | SecondFactor;

const Contents = Type.Object({
  id: Type.String(),
  sub: Type.String(),
  /** 0 before a password was proved. */
  credentialVersion: Type.Integer(),
  expiresAt: Type.Integer(),
});
type Contents = Type.Static<typeof Contents>;
const contents = Compile(Contents);

export interface ChallengeSession extends Contents {
  readonly ticket: Buffer;
}

/** Seals the state between two steps. It travels with the client, so any node can continue. */
export function sealChallengeSession(
  pool: PoolContext,
  challenge: ChallengeName,
  { sub, credentialVersion }: { readonly sub: string; readonly credentialVersion: number },
): string {
  const expiresAt = pool.now().getTime() + lifetimes.challenge * 1000;
  const plain: Contents = { id: randomUUID(), sub, credentialVersion, expiresAt };
  const sealed = seal(pool.secrets.challenge, Buffer.from(JSON.stringify(plain)), challenge);
  return sealed.toString('base64url');
}

/** Throws unless the USERNAME beside a session names the same user as the session. */
export function requireNameOf(user: Pick<UserRow, 'sub' | 'email'>, username: string): void {
  const name = username.toLowerCase();
  if (name !== user.sub && name !== user.email) throw rejectSession();
}

/** Reads a session without using it up, so that a member can retry after a mistyped code. */
export function readChallengeSession(
  pool: PoolContext,
  challenge: ChallengeName,
  session: string | undefined,
): ChallengeSession {
  const ticket = Buffer.from(session ?? '', 'base64url');
  const plain = unseal(pool.secrets.challenge, ticket, challenge);
  if (plain === null) throw rejectSession();
  const value: unknown = JSON.parse(plain.toString());
  if (!contents.Check(value) || value.expiresAt <= pool.now().getTime()) throw rejectSession();
  return { ...value, ticket };
}

export async function spendChallengeSession(
  pool: PoolContext,
  session: ChallengeSession,
): Promise<void> {
  const spent = await spendTicket(pool.db, session.ticket, new Date(session.expiresAt));
  if (!spent) throw rejectSession();
}

/**
 * Marks a ticket as used. Returns `false` when it was already used, on any node. Takes the decoded
 * bytes, because one ticket has many spellings in base64.
 */
export async function spendTicket(
  db: PoolQueryable,
  ticket: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const ticketHash = createHash('sha256').update(ticket).digest();
  const spent = await db
    .insert(userPoolSpentTickets)
    .values({ ticketHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: userPoolSpentTickets.expiresAt });
  return spent.length > 0;
}
