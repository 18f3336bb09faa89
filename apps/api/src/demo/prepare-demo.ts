import { createConfirmedUser } from '@tanren/user-pool/administration';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { inArray } from 'drizzle-orm';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { userInfos } from '#db/schema/members.ts';
import { StartupError } from '#config/startup-error.ts';
import { giveMemberships } from './give-memberships.ts';
import { demoAccounts, demoPassword } from '@tanren/demo/members/demo-accounts';
import { seedDemoWorld, type SeedContext } from './seed-demo-world.ts';

export interface DemoSignIn {
  readonly emails: readonly string[];
  readonly password: string;
}

interface DemoStart {
  readonly config: Pick<Config, 'seed' | 'dataDir' | 'exposed'>;
  readonly db: Database;
  /** `null` when accounts live in Amazon Cognito. */
  readonly userPool: UserPoolOptions | null;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly generate?: NonNullable<SeedContext['generate']>;
  readonly healthKey?: Buffer;
}

/**
 * Creates the demo world if it is wanted and missing. Returns how to sign in to it, or `null`.
 * @throws StartupError if demo accounts exist on a reachable server without SEED=demo
 */
export async function prepareDemo(start: DemoStart): Promise<DemoSignIn | null> {
  const { config, db, userPool, now, log, ...how } = start;
  if (config.seed !== 'demo') {
    if (config.exposed && userPool !== null) await rejectDemoAccounts(db);
    return null;
  }
  const made = await seedDemoWorld({
    ...how,
    db,
    dataDir: config.dataDir,
    now,
    createAccount:
      userPool === null
        ? null
        : async (tx, { email, groups, person }) => {
            const user = { sub: person.sub, email, groups, password: demoPassword };
            await createConfirmedUser(tx, userPool, user);
          },
  });
  if (made) log('The demo world has been made.');
  else await giveMemberships(db);
  if (userPool === null) {
    if (made) log('It has no accounts: they live in Amazon Cognito.');
    return null;
  }
  const emails = await listPresentAccounts(db);
  return emails.length === 0 ? null : { emails, password: demoPassword };
}

/** Throws if demo accounts exist. Their password is published, and one of them is staff. */
async function rejectDemoAccounts(db: Database): Promise<void> {
  const subs = demoAccounts.map(({ person }) => person.sub);
  const found = await db
    .select({ email: userPoolUsers.email })
    .from(userPoolUsers)
    .where(inArray(userPoolUsers.sub, subs));
  if (found.length === 0) return;
  const emails = found.map(({ email }) => email).join(', ');
  throw new StartupError(
    `the database has demo accounts with a published password (${emails}), and strangers may come (PUBLIC_URL or HOST is not local): use another database or DATA_DIR, or set SEED=demo to show the demo to everybody`,
  );
}

/** Lists the demo accounts that exist. Other databases have none, and accounts can be deleted. */
async function listPresentAccounts(db: Database): Promise<string[]> {
  const subs = demoAccounts.map(({ person }) => person.sub);
  const present = await db
    .select({ sub: userInfos.sub })
    .from(userInfos)
    .where(inArray(userInfos.sub, subs));
  return demoAccounts
    .filter(({ person }) => present.some(({ sub }) => sub === person.sub))
    .map(({ email }) => email);
}
