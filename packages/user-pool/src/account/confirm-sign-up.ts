import * as Type from 'typebox';
import { codeKey, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { refuseOldCode } from '#pool-error.ts';
import { nameAsker } from '#sign-in/familiar-client.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { findAccount } from '#users/account.ts';
import { updateUser } from '#users/users.store.ts';
import { ClientId, Code, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';

export const confirmSignUp = operation(
  Type.Object({ ClientId, Username, ConfirmationCode: Code }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
    const { sub, user } = await findAccount(pool.db, pool, input.Username);
    const asker = nameAsker(pool, call, sub);
    const key = codeKey(pool, 'sign-up', sub);
    const note = { sub, operation: 'sign-up' } as const;
    const proved = await proveCode(pool, asker, key, input.ConfirmationCode).catch(
      (error: unknown) => {
        recordAfterwards(pool, call, { ...note, outcome: 'failure' });
        throw error;
      },
    );
    if (proved === null) return {};
    await pool.db.transaction(async (tx) => {
      // Not the first: the quicker one has confirmed, and both may go on.
      if (!(await proved.spend(tx))) return;
      if (user === null || user.status !== 'UNCONFIRMED') throw refuseOldCode();
      await updateUser(tx, sub, { status: 'CONFIRMED', emailVerified: true }, pool.now());
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    return {};
  },
);
