import * as Type from 'typebox';
import { updateUser } from '#users/users.store.ts';
import { Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireWritable } from './attributes.ts';

/** An address can be replaced, never left out: it is the name one signs in with. */
export const deleteUserAttributes = operation(
  Type.Object({
    AccessToken: Token,
    UserAttributeNames: Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { maxItems: 30 }),
  }),
  async (pool, input) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    for (const name of input.UserAttributeNames) requireWritable(name);
    const gone = new Set(input.UserAttributeNames);
    const kept = Object.entries(user.attributes).filter(([name]) => !gone.has(name));
    await updateUser(pool.db, user.sub, { attributes: Object.fromEntries(kept) }, pool.now());
    return {};
  },
);
