import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, openTries } from '#codes/mailed-codes.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
import { nameAsker } from '#sign-in/familiar-client.ts';
import { findAccount } from '#users/account.ts';
import type { PoolContext } from '#pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import type { Call } from '#wire/call.ts';
import { ClientId, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import { continueSignUp, findOwnSignUp, type IssuedCode, startSignUp } from './sign-up-codes.ts';
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
    if (user?.status === 'UNCONFIRMED') {
      await takeMailboxAllowance(pool, 'resend', asker, sub);
      const issued = await issueAgain(pool, call, user);
      deliverAfterwards(pool, call, { to: user.email, ...writeSignUpCode(issued) });
    } else {
      await openTries(pool.db, pool, codeKey(pool, 'sign-up', sub));
    }
    return { CodeDeliveryDetails: describeDelivery(account.maskedEmail) };
  },
);

/** Of the asker's own sign-up; who has none here is sent that of the newest. */
async function issueAgain(pool: PoolContext, call: Call, user: UserRow): Promise<IssuedCode> {
  const own = await findOwnSignUp(pool, call, user.sub);
  const [newest] = await listSignUps(pool.db, user.sub);
  const signUp = own ?? newest;
  return signUp === undefined
    ? await startSignUp(pool, call, user)
    : await continueSignUp(pool, signUp);
}
