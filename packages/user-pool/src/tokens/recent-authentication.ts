import { isRecentlyAuthenticated } from '@tanren/domain/authentication';
import type { PoolContext } from '#pool-context.ts';
import { PoolError } from '#pool-error.ts';
import type { VerifiedToken } from './verify-token.ts';

/**
 * For changes that would give the account away: a token that was left behind on a phone must not
 * be enough. Clients tell this refusal from others by its message.
 */
export function requireRecentAuthentication(
  pool: Pick<PoolContext, 'now'>,
  { authenticatedAt }: Pick<VerifiedToken, 'authenticatedAt'>,
): void {
  if (isRecentlyAuthenticated(authenticatedAt, pool.now())) return;
  throw new PoolError('NotAuthorizedException', 'Recent authentication is required.');
}
