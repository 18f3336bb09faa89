import { createConfirmedUser } from '@tanren/user-pool/administration';
import type { UserPoolOptions } from '@tanren/user-pool/user-pool-options';
import { inArray } from 'drizzle-orm';
import type { Config } from '#config.ts';
import type { Database } from '#db/database.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import { makeDemoWorld } from './make-demo-world.ts';

export interface DemoSignIn {
  readonly emails: readonly string[];
  readonly password: string;
}

interface DemoStart {
  readonly config: Pick<Config, 'seed' | 'dataDir'>;
  readonly db: Database;
  /** null: accounts live in Amazon Cognito. */
  readonly userPool: UserPoolOptions | null;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

/** Makes the demo world if it is wanted and missing; answers how to sign in to it, if one can. */
export async function prepareDemo(start: DemoStart): Promise<DemoSignIn | null> {
  const { config, db, userPool, now, log } = start;
  if (config.seed !== 'demo') return null;
  const made = await makeDemoWorld({
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
  if (userPool === null) {
    if (made) log('It has no accounts: they live in Amazon Cognito.');
    return null;
  }
  const emails = await listPresentAccounts(db);
  return emails.length === 0 ? null : { emails, password: demoPassword };
}

/** A database with other members has none of them, and an account can be deleted. */
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
