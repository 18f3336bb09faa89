import * as Type from 'typebox';
import { findCode } from '#codes/codes.store.ts';
import { codeKey } from '#codes/mailed-codes.ts';
import { Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { mailEmailCode } from './email-change.ts';

/** Again to the address that waits for its code, or else to the present one. */
export const getUserAttributeVerificationCode = operation(
  Type.Object({ AccessToken: Token, AttributeName: Type.Literal('email') }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    const last = await findCode(pool.db, codeKey(pool, 'email', user.sub));
    const waiting = last?.usedAt === null ? last.newEmail : null;
    return { CodeDeliveryDetails: await mailEmailCode(pool, call, user, waiting ?? user.email) };
  },
);
