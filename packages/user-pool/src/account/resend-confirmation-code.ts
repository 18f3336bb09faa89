import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode, pretendCode } from '#codes/mailed-codes.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
import { nameAsker } from '#sign-in/familiar-client.ts';
import { findAccount } from '#users/account.ts';
import { ClientId, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';

/** Unknown, unconfirmed and confirmed accounts get the same answer. */
export const resendConfirmationCode = operation(
  Type.Object({ ClientId, Username }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const account = await findAccount(pool.db, pool, input.Username);
    const { sub, user } = account;
    const asker = nameAsker(pool, call, sub);
    await takeAskerAllowance(pool, call, 'resend', asker, sub);
    const key = codeKey(pool, 'sign-up', sub);
    if (user?.status === 'UNCONFIRMED') {
      await takeMailboxAllowance(pool, 'resend', asker, sub);
      const code = await issueCode(pool.db, pool, key);
      deliverAfterwards(pool, call, { to: user.email, ...writeSignUpCode(code) });
    } else {
      await pretendCode(pool.db, pool, key);
    }
    return { CodeDeliveryDetails: describeDelivery(account.maskedEmail) };
  },
);
