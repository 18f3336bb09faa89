import * as Type from 'typebox';
import { codeKey, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { PoolError, refuseOldCode } from '#pool-error.ts';
import { nameAsker } from '#sign-in/familiar-client.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { findAccount } from '#users/account.ts';
import { confirmUser } from '#users/users.store.ts';
import { ClientId, Code, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import { listConfirmable } from './sign-up-codes.ts';
import { deleteSignUps } from './sign-ups.store.ts';

const none = Buffer.alloc(0);

/** Whoever types the code of a sign-up gets the password of that sign-up. */
export const confirmSignUp = operation(
  Type.Object({ ClientId, Username, ConfirmationCode: Code }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
    const { sub } = await findAccount(pool.db, pool, input.Username);
    const asker = nameAsker(pool, call, sub);
    const key = codeKey(pool, 'sign-up', sub);
    const note = { sub, operation: 'sign-up' } as const;
    const signUps = await listConfirmable(pool, call, sub);
    const accepted = signUps.map(({ codeHash }) => codeHash);
    const given = input.ConfirmationCode;
    const proved = await proveCode(pool, asker, key, given, accepted).catch((error: unknown) => {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw error;
    });
    const signUp = signUps.find(({ codeHash }) => codeHash.equals(proved?.codeHash ?? none));
    if (proved === null || signUp === undefined) throw refuseConfirmed();
    await pool.db.transaction(async (tx) => {
      if (!(await proved.spend(tx))) throw refuseConfirmed();
      if (!(await confirmUser(tx, signUp, pool.now()))) throw refuseOldCode();
      await deleteSignUps(tx, sub);
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    return {};
  },
);

/** Told only to who has the code that did it. Amazon tells everybody. */
function refuseConfirmed(): PoolError {
  return new PoolError(
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
  );
}
