import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeRequesterAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode, openTries, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writePasswordChanged, writeResetCode } from '#mail/mail-texts.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import { rejectCredentials, rejectGuess, rejectOldCode } from '#pool-error.ts';
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
  identifyRequester,
  identifyResetRequester,
  storeClient,
  storeResetRequester,
} from '#throttle/clients.ts';
import { clearAccountGuesses, clearGuesses, guessSubject, takeGuess } from '#throttle/guesses.ts';
import { revokeSessions } from '#tokens/sessions.store.ts';
import { checkPassword, findAccount, normalizeEmail } from '#users/account.ts';
import { createCredential, openCredential } from '#users/credential.ts';
import { replaceCredential } from '#users/users.store.ts';
import { deleteSignUps } from './sign-up-codes.ts';

/** Changes the password. Ends every sign-in except that of the caller. */
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
      throw rejectGuess();
    }
    const stored = { sub, credential: openCredential(pool, sub, user.credential) };
    if (!(await checkPassword(pool, stored, input.PreviousPassword))) {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw rejectCredentials();
    }
    const credential = await createCredential(pool, sub, input.ProposedPassword);
    await pool.db.transaction(async (tx) => {
      const now = pool.now();
      if (!(await replaceCredential(tx, user, { credential }, now))) throw rejectCredentials();
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
 * Mails a reset code, also for unconfirmed accounts: reading the mail proves the address. So its
 * owner can take over an address that another person has signed up with.
 */
export const forgotPassword = operation(
  Type.Object({ ClientId, Username }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const account = await findAccount(pool.db, pool, input.Username);
    const { sub, user } = account;
    const requester = identifyRequester(pool, call, sub);
    await takeRequesterAllowance(pool, call, 'reset-password', requester, sub);
    // Unknown names are counted too, so that the caller cannot tell them from known ones.
    await takeMailboxAllowance(pool, 'reset-password', requester, sub);
    const key = codeKey(pool, 'reset-password', sub);
    if (user === null) {
      await openTries(pool.db, pool, key);
    } else {
      const code = await issueCode(pool.db, pool, key);
      deliverAfterwards(pool, call, { to: user.email, ...writeResetCode(code) });
    }
    storeResetRequester(pool, call, sub);
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
    // The password is checked before the code, so that a rejected password does not use up a try.
    // The check uses only what the caller typed: an id must not reveal which words are in its
    // address.
    acceptPassword(pool, password, { email: normalizeEmail(input.Username) ?? '' });
    const requester = identifyResetRequester(pool, call, sub);
    const key = codeKey(pool, 'reset-password', sub);
    const note = { sub, operation: 'password-reset' } as const;
    const proved = await proveCode(pool, requester, key, given).catch((error: unknown) => {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw error;
    });
    if (proved === null) return await answerRepetition(pool, sub, password);
    if (user === null) throw rejectOldCode();
    acceptPassword(pool, password, user);
    const credential = await createCredential(pool, sub, password);
    const spent = await pool.db.transaction(async (tx) => {
      const now = pool.now();
      const changes = { credential, status: 'CONFIRMED' as const, emailVerified: true };
      if (!(await proved.spend(tx))) return false;
      if (!(await replaceCredential(tx, user, changes, now))) throw rejectOldCode();
      await deleteSignUps(tx, sub);
      await revokeSessions(tx, sub, now);
      await pool.onEndedEverywhere(tx, sub);
      // A user who has proved the mailbox does not have to wait because of other people's guesses.
      await clearAccountGuesses(tx, pool, call, 'password', sub);
      await recordEvent({ ...pool, db: tx }, call, note);
      return true;
    });
    if (!spent) return await answerRepetition(pool, sub, password);
    // This browser is now familiar, so guesses of strangers cannot lock it out.
    storeClient(pool, call, sub);
    await pool.onSignedOut(sub);
    deliverAfterwards(pool, call, { to: user.email, ...writePasswordChanged() });
    return {};
  },
);

/** Answers a code that was used a moment ago. It succeeds if the password is the same. */
async function answerRepetition(pool: PoolContext, sub: string, password: string): Promise<object> {
  const account = await findAccount(pool.db, pool, sub);
  if (await checkPassword(pool, account, password)) return {};
  throw rejectOldCode();
}
