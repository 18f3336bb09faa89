import type { PoolContext } from '#pool/pool-context.ts';
import { PoolError } from '#pool-error.ts';
import type { Mail } from '#mail/mail-texts.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import type { Requester } from '#throttle/clients.ts';
import type { Call } from '#pool/operation.ts';

export interface CodeDeliveryDetails {
  readonly AttributeName: 'email';
  readonly DeliveryMedium: 'EMAIL';
  readonly Destination: string;
}

export function describeDelivery(maskedEmail: string): CodeDeliveryDetails {
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskedEmail };
}

type MailPurpose = 'sign-up' | 'resend' | 'reset-password' | 'email' | 'sign-in';

/** Counts a request for a mail against the caller, whether or not a mail is sent. */
export async function takeRequesterAllowance(
  pool: PoolContext,
  call: Call,
  purpose: MailPurpose,
  requester: Pick<Requester, 'name'>,
  target: string,
): Promise<void> {
  await takeAllowance(pool.db, pool, 'mailsPerClient', call.clientNetwork);
  await takeAllowance(pool.db, pool, 'mailsPerClientToAddress', purpose, requester.name, target);
}

/**
 * Limits the mails to one mailbox that unfamiliar clients cause. It counts only mails that are
 * really sent, so that other calls cannot use up the limit. It counts each purpose separately, so
 * that sign-ups do not prevent resets.
 */
export async function takeMailboxAllowance(
  pool: PoolContext,
  purpose: MailPurpose,
  requester: Pick<Requester, 'familiar'>,
  target: string,
): Promise<void> {
  if (!requester.familiar) await takeAllowance(pool.db, pool, 'mailsPerAddress', purpose, target);
}

export async function deliver(pool: PoolContext, call: Call, mail: Mail): Promise<void> {
  try {
    await pool.sendMail(mail);
  } catch (error) {
    call.log.error({ err: error }, 'user pool mail failed');
    throw new PoolError('CodeDeliveryFailureException', 'The code could not be delivered.');
  }
}

/**
 * Sends a mail after the answer. Waiting for the mail server would reveal that the address is
 * known.
 */
export function deliverAfterwards(pool: PoolContext, call: Call, mail: Mail): void {
  call.runAfterwards(async () => await deliver(pool, call, mail));
}
