import * as Type from 'typebox';
import { updateUser } from '#users/users.store.ts';
import { Attributes, Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { readAttributes } from './attributes.ts';
import { mailEmailCode } from './email-change.ts';

/** A new address is only noted; the old one stays until the code sent to the new one returns. */
export const updateUserAttributes = operation(
  Type.Object({ AccessToken: Token, UserAttributes: Attributes }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    const { email, others } = readAttributes(input.UserAttributes);
    if (Object.keys(others).length > 0) {
      const attributes = { ...user.attributes, ...others };
      await updateUser(pool.db, user.sub, { attributes }, pool.now());
    }
    if (email === null || email === user.email) return { CodeDeliveryDetailsList: [] };
    return { CodeDeliveryDetailsList: [await mailEmailCode(pool, call, user, email)] };
  },
);
