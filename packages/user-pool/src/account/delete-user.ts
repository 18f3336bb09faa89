import * as Type from 'typebox';
import { Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { deleteAccount } from './delete-account.ts';

export const deleteUser = operation(Type.Object({ AccessToken: Token }), async (pool, input) => {
  const { user } = await pool.verifyAccessToken(input.AccessToken);
  await pool.db.transaction(async (tx) => await deleteAccount(tx, pool, user.sub));
  return {};
});
