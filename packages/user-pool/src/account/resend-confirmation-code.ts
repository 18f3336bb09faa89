import * as Type from 'typebox';
import { deliverAfterwards, describeDelivery, takeMailAllowance } from '#codes/code-delivery.ts';
import { codeKey, issueCode, pretendCode } from '#codes/mailed-codes.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
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
    const { sub, name, user } = account;
    const email = user?.email ?? name;
    await takeMailAllowance(pool, call, email);
    const key = codeKey(pool, 'sign-up', sub);
    if (user?.status === 'UNCONFIRMED') {
      const code = await issueCode(pool.db, pool, key);
      deliverAfterwards(pool, call, { to: email, ...writeSignUpCode(code) });
    } else {
      await pretendCode(pool.db, pool, key);
    }
    return { CodeDeliveryDetails: describeDelivery(account.maskedEmail) };
  },
);
