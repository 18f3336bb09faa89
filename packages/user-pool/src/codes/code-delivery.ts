import type { PoolContext } from '#pool-context.ts';
import { PoolError } from '#pool-error.ts';
import type { Mail } from '#mail/mailer.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import type { Call } from '#wire/call.ts';

export interface CodeDeliveryDetails {
  readonly AttributeName: 'email';
  readonly DeliveryMedium: 'EMAIL';
  readonly Destination: string;
}

export function describeDelivery(maskedEmail: string): CodeDeliveryDetails {
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskedEmail };
}

/** Before a code is made: whoever asks, for whichever address. */
export async function takeMailAllowance(
  pool: PoolContext,
  call: Call,
  email: string,
): Promise<void> {
  await takeAllowance(pool.db, pool, 'mailsPerClient', call.clientNetwork);
  await takeAllowance(pool.db, pool, 'mailsPerAddress', email);
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
