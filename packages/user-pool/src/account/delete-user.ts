import * as Type from 'typebox';
import { logEvent } from '#events/record-event.ts';
import { Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { deleteAccount } from './delete-account.ts';

export const deleteUser = operation(
  Type.Object({ AccessToken: Token }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    await pool.db.transaction(async (tx) => await deleteAccount(tx, pool, user.sub));
    // The account takes its events with it; the log keeps that it went.
    logEvent(call, { sub: user.sub, operation: 'account-deletion' });
    return {};
  },
);
