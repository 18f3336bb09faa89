import * as Type from 'typebox';
import { deliverAfterwards } from '#codes/code-delivery.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writePasswordChanged } from '#mail/mail-texts.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import { refuseCredentials, refuseGuess } from '#pool-error.ts';
import { forgetGuesses, guessSubject, takeGuess } from '#throttle/guesses.ts';
import { revokeSessions } from '#tokens/sessions.store.ts';
import { checkPassword } from '#users/check-password.ts';
import { createCredential, openCredential } from '#users/credential.ts';
import { replaceCredential } from '#users/users.store.ts';
import { Password, Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';

/** Ends every other sign-in; the one that asks stays. */
export const changePassword = operation(
  Type.Object({ AccessToken: Token, PreviousPassword: Password, ProposedPassword: Password }),
  async (pool, input, call) => {
    const { user, originJti } = await pool.verifyAccessToken(input.AccessToken);
    const { sub } = user;
    acceptPassword(input.ProposedPassword, user);
    const guess = guessSubject(pool, 'change-password', sub);
    const note = { sub, operation: 'password-change' } as const;
    if (!(await takeGuess(pool.db, pool, guess))) {
      recordAfterwards(pool, call, { ...note, outcome: 'locked' });
      throw refuseGuess();
    }
    const kept = { sub, credential: openCredential(pool, sub, user.credential) };
    if (!(await checkPassword(pool, kept, input.PreviousPassword))) {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw refuseCredentials();
    }
    const credential = await createCredential(pool, sub, input.ProposedPassword);
    await pool.db.transaction(async (tx) => {
      const now = pool.now();
      if (!(await replaceCredential(tx, user, { credential }, now))) throw refuseCredentials();
      await revokeSessions(tx, sub, now, originJti);
      await forgetGuesses(tx, guess);
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    await pool.onSignedOut(sub);
    deliverAfterwards(pool, call, { to: user.email, ...writePasswordChanged() });
    return {};
  },
);
