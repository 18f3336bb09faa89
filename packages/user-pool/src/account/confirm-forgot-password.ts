import * as Type from 'typebox';
import { deliverAfterwards } from '#codes/code-delivery.ts';
import { codeKey, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writePasswordChanged } from '#mail/mail-texts.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import type { PoolContext } from '#pool-context.ts';
import { refuseOldCode } from '#pool-error.ts';
import { forgetAccountGuesses } from '#sign-in/account-guesses.ts';
import { greetFamiliarClient, nameAsker } from '#sign-in/familiar-client.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { revokeSessions } from '#tokens/sessions.store.ts';
import { findAccount } from '#users/account.ts';
import { checkPassword } from '#users/check-password.ts';
import { createCredential } from '#users/credential.ts';
import { normalizeEmail } from '#users/email-address.ts';
import { replaceCredential } from '#users/users.store.ts';
import { ClientId, Code, Password, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import { deleteSignUps } from './sign-ups.store.ts';

export const confirmForgotPassword = operation(
  Type.Object({ ClientId, Username, ConfirmationCode: Code, Password }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const { ConfirmationCode: given, Password: password } = input;
    await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
    const account = await findAccount(pool.db, pool, input.Username);
    const { sub, user } = account;
    // Before the code, so that a refused password costs no try. Only by what the asker has typed:
    // an id must not tell which words are somebody's address.
    acceptPassword(password, { email: normalizeEmail(input.Username) ?? '' });
    const asker = nameAsker(pool, call, sub);
    const key = codeKey(pool, 'reset-password', sub);
    const note = { sub, operation: 'password-reset' } as const;
    const proved = await proveCode(pool, asker, key, given).catch((error: unknown) => {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw error;
    });
    if (proved === null) return await answerRepetition(pool, sub, password);
    if (user === null) throw refuseOldCode();
    acceptPassword(password, user);
    const credential = await createCredential(pool, sub, password);
    const spent = await pool.db.transaction(async (tx) => {
      const now = pool.now();
      const changes = { credential, status: 'CONFIRMED' as const, emailVerified: true };
      if (!(await proved.spend(tx))) return false;
      if (!(await replaceCredential(tx, user, changes, now))) throw refuseOldCode();
      await deleteSignUps(tx, sub);
      await revokeSessions(tx, sub, now);
      // Whoever has proved the mailbox need not wait for what strangers have guessed.
      await forgetAccountGuesses(tx, pool, call, 'password', sub);
      await recordEvent({ ...pool, db: tx }, call, note);
      return true;
    });
    if (!spent) return await answerRepetition(pool, sub, password);
    // Strangers may go on guessing: this browser has its way in from now on.
    greetFamiliarClient(pool, call, sub);
    await pool.onSignedOut(sub);
    deliverAfterwards(pool, call, { to: user.email, ...writePasswordChanged() });
    return {};
  },
);

/** The code has been used a moment ago: fine, if it was for this very password. */
async function answerRepetition(pool: PoolContext, sub: string, password: string): Promise<object> {
  const account = await findAccount(pool.db, pool, sub);
  if (await checkPassword(pool, account, password)) return {};
  throw refuseOldCode();
}
