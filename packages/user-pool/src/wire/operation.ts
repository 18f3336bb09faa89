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
    if (!validator.Check(body)) throw refuseInput(validator.Errors(body));
    return await run(pool, body, call);
  };
}

/** Says where and what, never the value: it may be a password. */
function refuseInput(errors: readonly { instancePath: string; message: string }[]) {
  const [first] = errors;
  const where = first?.instancePath === '' ? 'the request' : `'${first?.instancePath ?? ''}'`;
  return refuseParameter(`1 validation error detected: ${where} ${first?.message ?? 'is wrong'}`);
}
