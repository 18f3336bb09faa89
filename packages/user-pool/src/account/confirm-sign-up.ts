import type { SignUpCode } from '#mail/mail-texts.ts';
import * as Type from 'typebox';
import {
  deliverAfterwards,
  describeDelivery,
  takeRequesterAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, openTries, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeSignUpCode } from '#mail/mail-texts.ts';
import { PoolError, rejectOldCode } from '#pool-error.ts';
import { type Call, ClientId, Code, operation, requireClient, Username } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { type Requester, identifyRequester } from '#throttle/clients.ts';
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

/** Sends the code again. Unknown, unconfirmed and confirmed accounts get the same answer. */
export const resendConfirmationCode = operation(
  Type.Object({ ClientId, Username }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const account = await findAccount(pool.db, pool, input.Username);
    const { sub, user } = account;
    const requester = identifyRequester(pool, call, sub);
    await takeRequesterAllowance(pool, call, 'resend', requester, sub);
    const issued = user === null ? null : await issueAgain(pool, call, requester, user);
    if (user !== null && issued !== null) {
      deliverAfterwards(pool, call, { to: user.email, ...writeSignUpCode(issued) });
    } else {
      await openTries(pool.db, pool, codeKey(pool, 'sign-up', sub));
    }
    return { CodeDeliveryDetails: describeDelivery(account.maskedEmail) };
  },
);

/** Issues a new code for a sign-up. Returns `null` when there is none, or none of the caller. */
async function issueAgain(
  pool: PoolContext,
  call: Call,
  requester: Requester,
  user: UserRow,
): Promise<SignUpCode | null> {
  const { sub, status } = user;
  if (status !== 'UNCONFIRMED') return null;
  const signUp = await findSignUpToContinue(pool, call, sub);
  if (signUp === null && (await listSignUps(pool.db, sub)).length > 0) return null;
  await takeMailboxAllowance(pool, 'resend', requester, sub);
  // There is no sign-up at all when the server stopped in the middle of one.
  return signUp === null ? await startSignUp(pool, call, user) : await continueSignUp(pool, signUp);
}

const none = Buffer.alloc(0);

/** Confirms a sign-up. The code decides which sign-up, and so which password, the account gets. */
export const confirmSignUp = operation(
  Type.Object({ ClientId, Username, ConfirmationCode: Code }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
    const { sub } = await findAccount(pool.db, pool, input.Username);
    const requester = identifyRequester(pool, call, sub);
    const key = codeKey(pool, 'sign-up', sub);
    const note = { sub, operation: 'sign-up' } as const;
    const signUps = await listConfirmable(pool, call, sub);
    const accepted = signUps.map(({ codeHash }) => codeHash);
    const given = input.ConfirmationCode;
    const proved = await proveCode(pool, requester, key, given, accepted).catch(
      (error: unknown) => {
        recordAfterwards(pool, call, { ...note, outcome: 'failure' });
        throw error;
      },
    );
    const signUp = signUps.find(({ codeHash }) => codeHash.equals(proved?.codeHash ?? none));
    if (proved === null || signUp === undefined) throw rejectConfirmed();
    await pool.db.transaction(async (tx) => {
      if (!(await proved.spend(tx))) throw rejectConfirmed();
      if (!(await confirmUser(tx, signUp, pool.now()))) throw rejectOldCode();
      await deleteSignUps(tx, sub);
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    return {};
  },
);

/**
 * Makes the error for a confirmed account. Only a caller with the code of the confirmation gets it,
 * while Amazon sends it to every caller.
 */
function rejectConfirmed(): PoolError {
  return new PoolError(
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
  );
}
