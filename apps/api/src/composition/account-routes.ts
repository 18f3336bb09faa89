import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import type { Database } from '#db/database.ts';
import { openAccountDevices } from '#embedded/accounts.ts';
import { poolAccountParts } from '#embedded/account-export.ts';
import { createIssueCode } from '#embedded/user-pool.ts';
import { memberExports } from './member-data.ts';
import { deviceRoutes } from '#modules/identity/devices.routes.ts';
import { memberExportRoutes } from '#modules/members/member-export.routes.ts';
import { nativeSessionRoutes } from '#modules/identity/native-sessions.routes.ts';
import { tokenAccountPart } from '#modules/members/export-files.ts';

interface AccountParts {
  readonly db: Database;
  readonly now: () => Date;
  /** Null when accounts live in Amazon Cognito. */
  readonly pool: UserPoolOptions | null;
}

/** What members do with their own account, beside what the user pool itself does. */
export const accountRoutes: FastifyPluginAsyncTypebox<AccountParts> = async (
  app,
  { db, now, pool },
) => {
  const accountParts = pool === null ? [tokenAccountPart] : poolAccountParts;
  await app.register(memberExportRoutes, { db, now, parts: [...accountParts, ...memberExports] });
  await app.register(deviceRoutes, { devices: pool === null ? null : openAccountDevices(pool) });
  if (pool !== null) await app.register(nativeSessionRoutes, { issueCode: createIssueCode(pool) });
};
