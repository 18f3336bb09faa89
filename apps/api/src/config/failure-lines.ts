import { UserPoolKeysError } from '@tanren/user-pool/crypto/user-pool-keys';
import { ConfigError } from './config.ts';
import { isDatabaseAway } from '#db/database-failure.ts';
import { describeDatabaseTrouble } from '#db/database-trouble.ts';
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
  const trouble = describeDatabaseTrouble(error);
  if (trouble !== null) return [trouble];
  const refusal = describePostgresFailure(error);
  if (refusal !== null) return refusal;
  if (isDatabaseAway(error)) {
    return ['the database has gone away meanwhile: start again once it is back'];
  }
  return [error.stack ?? error.message];
}
