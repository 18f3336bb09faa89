import * as Type from 'typebox';
import {
  type CodeDeliveryDetails,
  deliver,
  deliverAfterwards,
  describeDelivery,
  takeRequesterAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { deleteCode, findCode } from '#codes/codes.store.ts';
import { codeKey, issueCode, proveCode } from '#codes/mailed-codes.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeEmailChanged, writeEmailCode } from '#mail/mail-texts.ts';
import { PoolError } from '#pool-error.ts';
import { Attributes, type Call, Code, operation, Token } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { identifyRequester } from '#throttle/clients.ts';
import { requireRecentAuthentication } from '#tokens/verify-tokens.ts';
import { maskEmail } from '#users/account.ts';
import { changeEmail, deleteUnconfirmedUser, updateUser } from '#users/users.store.ts';
import { readAttributes } from './attributes.ts';

/**
 * Mails a code to the new address even if another account has it. Only the reader of that mailbox
 * learns which is the case.
 */
async function mailEmailCode(
  pool: PoolContext,
  call: Call,
  user: UserRow,
  newEmail: string,
): Promise<CodeDeliveryDetails> {
  const requester = identifyRequester(pool, call, user.sub);
  await takeRequesterAllowance(pool, call, 'email', requester, newEmail);
  await takeMailboxAllowance(pool, 'email', { familiar: false }, newEmail);
  const code = await issueCode(pool.db, pool, codeKey(pool, 'email', user.sub), newEmail);
  await deliver(pool, call, { to: newEmail, ...writeEmailCode(code) });
  return describeDelivery(maskEmail(newEmail));
}

/** Sends the code again to the address that is being verified, or else to the current one. */
export const getUserAttributeVerificationCode = operation(
  Type.Object({ AccessToken: Token, AttributeName: Type.Literal('email') }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    const last = await findCode(pool.db, codeKey(pool, 'email', user.sub));
    const waiting = last?.usedAt === null ? last.newEmail : null;
    return { CodeDeliveryDetails: await mailEmailCode(pool, call, user, waiting ?? user.email) };
  },
);

export const verifyUserAttribute = operation(
  Type.Object({ AccessToken: Token, AttributeName: Type.Literal('email'), Code }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
    const requester = identifyRequester(pool, call, user.sub);
    const key = codeKey(pool, 'email', user.sub);
    const note = { sub: user.sub, operation: 'email-change' } as const;
    const proved = await proveCode(pool, requester, key, input.Code).catch((error: unknown) => {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw error;
    });
    if (proved === null) return {};
    const email = proved.newEmail ?? user.email;
    await pool.db.transaction(async (tx) => {
      if (!(await proved.spend(tx))) return;
      await deleteUnconfirmedUser(tx, email, user.sub);
      const changed = await changeEmail(tx, user.sub, email, pool.now());
      if (!changed) throw rejectTaken();
      // A reset code in the old mailbox must no longer open the account.
      await deleteCode(tx, codeKey(pool, 'reset-password', user.sub));
      await recordEvent({ ...pool, db: tx }, call, note);
    });
    if (email !== user.email) {
      deliverAfterwards(pool, call, { to: user.email, ...writeEmailChanged(email) });
    }
    return {};
  },
);

function rejectTaken(): PoolError {
  return new PoolError('AliasExistsException', 'An account with the given email already exists.');
}

/**
 * Stores a new address as pending. The old one stays until the code sent to the new one is entered.
 */
export const updateUserAttributes = operation(
  Type.Object({ AccessToken: Token, UserAttributes: Attributes }),
  async (pool, input, call) => {
    const verified = await pool.verifyAccessToken(input.AccessToken);
    const { user } = verified;
    const { email, others } = readAttributes(input.UserAttributes);
    const isNewEmail = email !== null && email !== user.email;
    if (isNewEmail) requireRecentAuthentication(pool, verified);
    if (Object.keys(others).length > 0) {
      const attributes = { ...user.attributes, ...others };
      await updateUser(pool.db, user.sub, { attributes }, pool.now());
    }
    if (!isNewEmail) return { CodeDeliveryDetailsList: [] };
    return { CodeDeliveryDetailsList: [await mailEmailCode(pool, call, user, email)] };
  },
);
