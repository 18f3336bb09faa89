import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { PoolContext } from '#pool-context.ts';
import { refuseParameter } from '#pool-error.ts';
import type { Call } from './call.ts';

export type Operation = (pool: PoolContext, body: unknown, call: Call) => Promise<object>;

export function operation<S extends Type.TSchema>(
  schema: S,
  run: (pool: PoolContext, input: Type.Static<S>, call: Call) => Promise<object>,
): Operation {
  const validator = Compile(schema);
  return async (pool, body, call) => {
    const input = dropNulls(body);
    if (!validator.Check(input)) throw refuseInput(validator.Errors(input));
    return await run(pool, input, call);
  };
}

/** Amazon's JSON knows no null: a member that is null was not sent. Some clients rely on it. */
function dropNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, dropNulls(member)]),
  );
}

/** Says where and what, never the value: it may be a password. */
function refuseInput(errors: readonly { instancePath: string; message: string }[]) {
  const [first] = errors;
  const where = first?.instancePath === '' ? 'the request' : `'${first?.instancePath ?? ''}'`;
  return refuseParameter(`1 validation error detected: ${where} ${first?.message ?? 'is wrong'}`);
}
