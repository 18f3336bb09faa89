import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, openTries } from '#codes/mailed-codes.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
import type { PoolContext } from '#pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { nameAsker, type Asker } from '#sign-in/familiar-client.ts';
import { findAccount } from '#users/account.ts';
import type { Call } from '#wire/call.ts';
import { ClientId, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import {
  continueSignUp,
  findSignUpToContinue,
  type IssuedCode,
  startSignUp,
} from './sign-up-codes.ts';
import { listSignUps } from './sign-ups.store.ts';

/** Unknown, unconfirmed and confirmed accounts get the same answer. */
export const resendConfirmationCode = operation(
  Type.Object({ ClientId, Username }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const account = await findAccount(pool.db, pool, input.Username);
    const { sub, user } = account;
    const asker = nameAsker(pool, call, sub);
    await takeAskerAllowance(pool, call, 'resend', asker, sub);
    const issued = user === null ? null : await issueAgain(pool, call, asker, user);
    if (user !== null && issued !== null) {
      deliverAfterwards(pool, call, { to: user.email, ...writeSignUpCode(issued) });
    } else {
      await openTries(pool.db, pool, codeKey(pool, 'sign-up', sub));
    }
    return { CodeDeliveryDetails: describeDelivery(account.maskedEmail) };
  },
);

/** Null: nothing to confirm, or nothing of the asker's. */
async function issueAgain(
  pool: PoolContext,
  call: Call,
  asker: Asker,
  user: UserRow,
): Promise<IssuedCode | null> {
  const { sub, status } = user;
  if (status !== 'UNCONFIRMED') return null;
  const signUp = await findSignUpToContinue(pool, call, sub);
  if (signUp === null && (await listSignUps(pool.db, sub)).length > 0) return null;
  await takeMailboxAllowance(pool, 'resend', asker, sub);
  // None at all: the server has stopped in the midst of the sign-up.
  return signUp === null ? await startSignUp(pool, call, user) : await continueSignUp(pool, signUp);
}
