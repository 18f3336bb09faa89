import type { PoolContext } from '#pool-context.ts';
import { PoolError } from '#pool-error.ts';

export function requireClient(pool: PoolContext, clientId: string): void {
  if (clientId === pool.clientId) return;
  throw new PoolError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}
