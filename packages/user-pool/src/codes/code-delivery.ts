import type { PoolContext } from '#pool/pool-context.ts';
import { PoolError } from '#pool-error.ts';
import type { Mail } from '#mail/mail-texts.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import type { Asker } from '#throttle/clients.ts';
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

/** Whoever asks for a mail, sent or not: it costs the asker. */
export async function takeAskerAllowance(
  pool: PoolContext,
  call: Call,
  purpose: MailPurpose,
  asker: Pick<Asker, 'name'>,
  target: string,
): Promise<void> {
  await takeAllowance(pool.db, pool, 'mailsPerClient', call.clientNetwork);
  await takeAllowance(pool.db, pool, 'mailsPerClientToAddress', purpose, asker.name, target);
}

/**
 * What one mailbox is sent at the wish of strangers. Only for what is sent, so that nobody uses it
 * up with questions; and for each purpose by itself, so that sign-ups take nothing from resets.
 */
export async function takeMailboxAllowance(
  pool: PoolContext,
  purpose: MailPurpose,
  asker: Pick<Asker, 'familiar'>,
  target: string,
): Promise<void> {
  if (!asker.familiar) await takeAllowance(pool.db, pool, 'mailsPerAddress', purpose, target);
}

export async function deliver(pool: PoolContext, call: Call, mail: Mail): Promise<void> {
  try {
    await pool.mailer.send(mail);
  } catch (error) {
    call.log.error({ err: error }, 'user pool mail failed');
    throw new PoolError('CodeDeliveryFailureException', 'The code could not be delivered.');
  }
}

/** Where waiting for the mail server would show that the address is known. */
export function deliverAfterwards(pool: PoolContext, call: Call, mail: Mail): void {
  call.runAfterwards(async () => await deliver(pool, call, mail));
}
