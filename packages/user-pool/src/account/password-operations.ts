import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode, openTries, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writePasswordChanged, writeResetCode } from '#mail/mail-texts.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import { refuseCredentials, refuseGuess, refuseOldCode } from '#pool-error.ts';
import {
  ClientId,
  Code,
  operation,
  Password,
  requireClient,
  Token,
  Username,
} from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import {
  nameAsker,
  nameResetAsker,
  rememberClient,
  rememberResetAsker,
} from '#throttle/clients.ts';
import { clearAccountGuesses, clearGuesses, guessSubject, takeGuess } from '#throttle/guesses.ts';
import { revokeSessions } from '#tokens/sessions.store.ts';
import { checkPassword, findAccount, normalizeEmail } from '#users/account.ts';
import { createCredential, openCredential } from '#users/credential.ts';
import { replaceCredential } from '#users/users.store.ts';
import { deleteSignUps } from './sign-up-codes.ts';

/** Ends every other sign-in; the one that asks stays. */
export const changePassword = operation(
  Type.Object({ AccessToken: Token, PreviousPassword: Password, ProposedPassword: Password }),
  async (pool, input, call) => {
    const { user, originJti } = await pool.verifyAccessToken(input.AccessToken);
    const { sub } = user;
    acceptPassword(pool, input.ProposedPassword, user);
    const guess = guessSubject(pool, 'change-password', sub);
    const note = { sub, operation: 'password-change' } as const;
    if (!(await takeGuess(pool.db, pool, guess))) {
      recordAfterwards(pool, call, { ...note, outcome: 'locked' });
      throw refuseGuess();
    }
    const stored = { sub, credential: openCredential(pool, sub, user.credential) };
    if (!(await checkPassword(pool, stored, input.PreviousPassword))) {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw refuseCredentials();
    }
    const credential = await createCredential(pool, sub, input.ProposedPassword);
    await pool.db.transaction(async (tx) => {
      const now = pool.now();
      if (!(await replaceCredential(tx, user, { credential }, now))) throw refuseCredentials();
      await revokeSessions(tx, sub, now, originJti);
      await pool.onEndedEverywhere(tx, sub);
      await clearGuesses(tx, guess);
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    await pool.onSignedOut(sub);
    deliverAfterwards(pool, call, { to: user.email, ...writePasswordChanged() });
    return {};
  },
);

/**
 * Unconfirmed accounts too: whoever reads the mail has proved the address. That frees an address
 * that a stranger has signed up with.
 */
export const forgotPassword = operation(
  Type.Object({ ClientId, Username }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const account = await findAccount(pool.db, pool, input.Username);
    const { sub, user } = account;
    const asker = nameAsker(pool, call, sub);
    await takeAskerAllowance(pool, call, 'reset-password', asker, sub);
    // For names that nobody has as well: whoever asks must not see the difference.
    await takeMailboxAllowance(pool, 'reset-password', asker, sub);
    const key = codeKey(pool, 'reset-password', sub);
    if (user === null) {
      await openTries(pool.db, pool, key);
    } else {
      const code = await issueCode(pool.db, pool, key);
      deliverAfterwards(pool, call, { to: user.email, ...writeResetCode(code) });
    }
    rememberResetAsker(pool, call, sub);
    return { CodeDeliveryDetails: describeDelivery(account.maskedEmail) };
  },
);

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
    acceptPassword(pool, password, { email: normalizeEmail(input.Username) ?? '' });
    const asker = nameResetAsker(pool, call, sub);
    const key = codeKey(pool, 'reset-password', sub);
    const note = { sub, operation: 'password-reset' } as const;
    const proved = await proveCode(pool, asker, key, given).catch((error: unknown) => {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw error;
    });
    if (proved === null) return await answerRepetition(pool, sub, password);
    if (user === null) throw refuseOldCode();
    acceptPassword(pool, password, user);
    const credential = await createCredential(pool, sub, password);
    const spent = await pool.db.transaction(async (tx) => {
      const now = pool.now();
      const changes = { credential, status: 'CONFIRMED' as const, emailVerified: true };
      if (!(await proved.spend(tx))) return false;
      if (!(await replaceCredential(tx, user, changes, now))) throw refuseOldCode();
      await deleteSignUps(tx, sub);
      await revokeSessions(tx, sub, now);
      await pool.onEndedEverywhere(tx, sub);
      // Whoever has proved the mailbox need not wait for what strangers have guessed.
      await clearAccountGuesses(tx, pool, call, 'password', sub);
      await recordEvent({ ...pool, db: tx }, call, note);
      return true;
    });
    if (!spent) return await answerRepetition(pool, sub, password);
    // Strangers may go on guessing: this browser has its way in from now on.
    rememberClient(pool, call, sub);
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
