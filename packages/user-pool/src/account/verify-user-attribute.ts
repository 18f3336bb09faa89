import * as Type from 'typebox';
import { deliverAfterwards } from '#codes/code-delivery.ts';
import { deleteCode } from '#codes/codes.store.ts';
import { codeKey, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeEmailChanged } from '#mail/mail-texts.ts';
import { PoolError } from '#pool-error.ts';
import { nameAsker } from '#sign-in/familiar-client.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { changeEmail, deleteUnconfirmedUser } from '#users/users.store.ts';
import { Code, Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';

export const verifyUserAttribute = operation(
  Type.Object({ AccessToken: Token, AttributeName: Type.Literal('email'), Code }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
    const asker = nameAsker(pool, call, user.sub);
    const key = codeKey(pool, 'email', user.sub);
    const note = { sub: user.sub, operation: 'email-change' } as const;
    const proved = await proveCode(pool, asker, key, input.Code).catch((error: unknown) => {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw error;
    });
    if (proved === null) return {};
    const email = proved.newEmail ?? user.email;
    await pool.db.transaction(async (tx) => {
      if (!(await proved.spend(tx))) return;
      await deleteUnconfirmedUser(tx, email, user.sub);
      const changed = await changeEmail(tx, user.sub, email, pool.now());
      if (!changed) throw refuseTaken();
      // A reset code in the old mailbox must not open the account any more.
      await deleteCode(tx, codeKey(pool, 'reset-password', user.sub));
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    if (email !== user.email) {
      deliverAfterwards(pool, call, { to: user.email, ...writeEmailChanged(email) });
    }
    return {};
  },
);

function refuseTaken(): PoolError {
  return new PoolError('AliasExistsException', 'An account with the given email already exists.');
}
