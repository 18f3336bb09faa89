import type { FastifyBaseLogger } from 'fastify';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { PoolError, rejectParameter } from '#pool-error.ts';
import type { PoolContext } from './pool-context.ts';

/** Data of the request that an operation may use. */
export interface Call {
  readonly clientNetwork: string;
  readonly requestId: string;
  readonly userAgent: string;
  readonly cookies: string;
  readonly log: FastifyBaseLogger;
  setCookie(cookie: string): void;
  /** Runs work after the answer, because its duration would reveal something to the caller. */
  runAfterwards(work: () => Promise<void>): void;
}

/** The maximum lengths limit the work that one request can cause. */
export const Username = Type.String({ minLength: 1, maxLength: 254 });
export const Password = Type.String({ minLength: 1, maxLength: 256 });
export const Code = Type.String({ minLength: 1, maxLength: 64 });
export const Token = Type.String({ minLength: 1, maxLength: 8192 });
export const Session = Type.String({ minLength: 20, maxLength: 4096 });
export const ClientId = Type.String({ minLength: 1, maxLength: 128 });
export const Parameters = Type.Record(Type.String(), Type.String({ maxLength: 8192 }));
export const Attributes = Type.Array(
  Type.Object({
    Name: Type.String({ minLength: 1, maxLength: 32 }),
    Value: Type.Optional(Type.String({ maxLength: 2048 })),
  }),
  { maxItems: 30 },
);

export type Operation = (pool: PoolContext, body: unknown, call: Call) => Promise<object>;

export function operation<S extends Type.TSchema>(
  schema: S,
  run: (pool: PoolContext, input: Type.Static<S>, call: Call) => Promise<object>,
): Operation {
  const validator = Compile(schema);
  return async (pool, body, call) => {
    const input = removeNulls(body);
    if (!validator.Check(input)) throw rejectInput(validator.Errors(input));
    return await run(pool, input, call);
  };
}

/**
 * Removes members that are `null`. Amazon's JSON has no null, but some clients send one for a
 * member that they leave out. No operation has objects below the second level, and a deeper walk
 * would let a nested body exhaust the call stack.
 */
function removeNulls(value: unknown, levels = 2): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, removeNulls(member, levels - 1)]),
  );
}

/**
 * Makes an error that names the field and the problem but never the value, which may be a password.
 */
function rejectInput(errors: readonly { instancePath: string; message: string }[]) {
  const [first] = errors;
  const where = first?.instancePath === '' ? 'the request' : `'${first?.instancePath ?? ''}'`;
  return rejectParameter(`1 validation error detected: ${where} ${first?.message ?? 'is wrong'}`);
}

export function requireClient(pool: PoolContext, clientId: string): void {
  if (clientId === pool.clientId) return;
  throw new PoolError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}
