import { type NotificationLine, openNotificationLine } from '#db/notification-line.ts';
import type { Database } from '#db/database.ts';
import { wasErasedSince } from '#modules/identity/accounts.service.ts';
import { recordTokenAddress } from '#modules/identity/token-addresses.service.ts';
import { AppError } from '#http/app-error.ts';
import type { VerifyToken } from './authentication.ts';
import { createTokenCache } from './token-cache.ts';

/** The channel of the triggers on accounts and their sessions; they name the account. */
const changesChannel = 'session_changes';

/**
 * Tokens of our own pool, remembered as long as the database tells every node which accounts and
 * sign-ins have changed. Whoever opens it closes the line, before the database.
 */
export function openTokenCache(
  db: Database,
  verifyToken: VerifyToken,
  now: () => Date,
): {
  readonly verifyToken: VerifyToken;
  readonly line: NotificationLine;
  readonly countTokens: () => number;
} {
  const line = openNotificationLine(db.$client, changesChannel, {
    onNotification: (sub) => (sub === '' ? cache.clearAll() : cache.clear(sub)),
    onGap: () => cache.clearAll(),
  });
  const cache = createTokenCache({ verifyToken, revocations: line, now });
  return { verifyToken: cache.verifyToken, line, countTokens: cache.size };
}

/**
 * Amazon Cognito's tokens count for an hour or more after their account is gone, and it cannot be
 * asked at every call. Whose data was erased is known here. Whoever still has the account gets a
 * new token for it by refreshing, and can go on or delete it.
 */
export function rejectErased(db: Database, verifyToken: VerifyToken): VerifyToken {
  return async (token) => {
    const identity = await verifyToken(token);
    const { sub, issuedAt } = identity;
    if (issuedAt !== undefined && (await wasErasedSince(db, sub, issuedAt))) {
      throw new AppError('unauthenticated');
    }
    return identity;
  };
}

/** Wraps the check of new tokens: the address in each is recorded as the account's present one. */
export function recordAddresses(db: Database, verifyToken: VerifyToken): VerifyToken {
  return async (token) => {
    const identity = await verifyToken(token);
    const { sub, email, issuedAt } = identity;
    if (email !== undefined && issuedAt !== undefined) {
      await recordTokenAddress(db, { sub, email, issuedAt });
    }
    return identity;
  };
}
