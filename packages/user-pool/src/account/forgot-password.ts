import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode, openTries } from '#codes/mailed-codes.ts';
import { writeResetCode } from '#mail/mail-texts.ts';
import { nameAsker } from '#sign-in/familiar-client.ts';
import { findAccount } from '#users/account.ts';
import { ClientId, Username } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';

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
    return { CodeDeliveryDetails: describeDelivery(account.maskedEmail) };
  },
);
