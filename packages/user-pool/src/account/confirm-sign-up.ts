import type { SignUpCode } from '#mail/mail-texts.ts';
import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, openTries, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
import { PoolError, refuseOldCode } from '#pool-error.ts';
import { type Call, ClientId, Code, operation, requireClient, Username } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { type Asker, nameAsker } from '#throttle/clients.ts';
import { findAccount } from '#users/account.ts';
import { confirmUser } from '#users/users.store.ts';
import {
  continueSignUp,
  deleteSignUps,
  findSignUpToContinue,
  listConfirmable,
  listSignUps,
  startSignUp,
} from './sign-up-codes.ts';

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
): Promise<SignUpCode | null> {
  const { sub, status } = user;
  if (status !== 'UNCONFIRMED') return null;
  const signUp = await findSignUpToContinue(pool, call, sub);
  if (signUp === null && (await listSignUps(pool.db, sub)).length > 0) return null;
  await takeMailboxAllowance(pool, 'resend', asker, sub);
  // None at all: the server has stopped in the midst of the sign-up.
  return signUp === null ? await startSignUp(pool, call, user) : await continueSignUp(pool, signUp);
}

const none = Buffer.alloc(0);

/** Whoever types the code of a sign-up gets the password of that sign-up. */
export const confirmSignUp = operation(
  Type.Object({ ClientId, Username, ConfirmationCode: Code }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
    const { sub } = await findAccount(pool.db, pool, input.Username);
    const asker = nameAsker(pool, call, sub);
    const key = codeKey(pool, 'sign-up', sub);
    const note = { sub, operation: 'sign-up' } as const;
    const signUps = await listConfirmable(pool, call, sub);
    const accepted = signUps.map(({ codeHash }) => codeHash);
    const given = input.ConfirmationCode;
    const proved = await proveCode(pool, asker, key, given, accepted).catch((error: unknown) => {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw error;
    });
    const signUp = signUps.find(({ codeHash }) => codeHash.equals(proved?.codeHash ?? none));
    if (proved === null || signUp === undefined) throw refuseConfirmed();
    await pool.db.transaction(async (tx) => {
      if (!(await proved.spend(tx))) throw refuseConfirmed();
      if (!(await confirmUser(tx, signUp, pool.now()))) throw refuseOldCode();
      await deleteSignUps(tx, sub);
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    return {};
  },
);

/** Told only to who has the code that did it. Amazon tells everybody. */
function refuseConfirmed(): PoolError {
  return new PoolError(
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
  );
}
