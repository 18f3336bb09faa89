import * as Type from 'typebox';
import { deliverAfterwards } from '#codes/code-delivery.ts';
import { logEvent } from '#events/record-event.ts';
import { writeAccountDeleted } from '#mail/security-letters.ts';
import { requireRecentAuthentication } from '#tokens/recent-authentication.ts';
import { Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { deleteAccount } from './delete-account.ts';

export const deleteUser = operation(
  Type.Object({ AccessToken: Token }),
  async (pool, input, call) => {
    const verified = await pool.verifyAccessToken(input.AccessToken);
    requireRecentAuthentication(pool, verified);
    const { user } = verified;
    await pool.db.transaction(async (tx) => await deleteAccount(tx, pool, user.sub));
    // The account takes its events with it; the log keeps that it went.
    logEvent(call, { sub: user.sub, operation: 'account-deletion' });
    deliverAfterwards(pool, call, { to: user.email, ...writeAccountDeleted() });
    return {};
  },
);
