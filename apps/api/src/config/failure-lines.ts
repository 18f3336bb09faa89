import { UserPoolKeysError } from '@tanren/user-pool/crypto/user-pool-keys';
import { ConfigError } from './config.ts';
import { isDatabaseAway } from '#db/database-failure.ts';
import { describeDiskFailure } from '#db/disk-failure.ts';
import { describePostgresFailure } from '#db/postgres-failure.ts';
import { StartupError } from './startup-error.ts';

const expected = [StartupError, ConfigError, UserPoolKeysError];

/**
 * Describes for the operator why the program or a command cannot continue. Only unexpected errors
 * include a stack.
 */
export function describeFailure(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (expected.some((kind) => error instanceof kind)) return error.message.split('\n');
  const diskFailure = describeDiskFailure(error);
  if (diskFailure !== null) return [diskFailure];
  const rejection = describePostgresFailure(error);
  if (rejection !== null) return rejection;
  if (isDatabaseAway(error)) {
    return ['the database has gone away meanwhile: start again once it is back'];
  }
  return [error.stack ?? error.message];
}
