import {
  deliver,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
  type CodeDeliveryDetails,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode } from '#codes/mailed-codes.ts';
import { writeEmailCode } from '#mail/mail-texts.ts';
import type { PoolContext } from '#pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { nameAsker } from '#sign-in/familiar-client.ts';
import { maskEmail } from '#users/email-address.ts';
import type { Call } from '#wire/call.ts';

/** Sent to the new address, taken or not: only who reads its mail learns which. */
export async function mailEmailCode(
  pool: PoolContext,
  call: Call,
  user: UserRow,
  newEmail: string,
): Promise<CodeDeliveryDetails> {
  const asker = nameAsker(pool, call, user.sub);
  await takeAskerAllowance(pool, call, 'email', asker, newEmail);
  await takeMailboxAllowance(pool, 'email', { familiar: false }, newEmail);
  const code = await issueCode(pool.db, pool, codeKey(pool, 'email', user.sub), newEmail);
  await deliver(pool, call, { to: newEmail, ...writeEmailCode(code) });
  return describeDelivery(maskEmail(newEmail));
}
