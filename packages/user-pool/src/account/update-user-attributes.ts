import * as Type from 'typebox';
import { requireRecentAuthentication } from '#tokens/recent-authentication.ts';
import { updateUser } from '#users/users.store.ts';
import { Attributes, Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { readAttributes } from './attributes.ts';
import { mailEmailCode } from './email-change.ts';

/** A new address is only noted; the old one stays until the code sent to the new one returns. */
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
