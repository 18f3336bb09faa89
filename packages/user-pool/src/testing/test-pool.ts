import { fastify, type FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { createConfirmedUser, type UserToCreate } from '#administration.ts';
import type { Limit, PoolLimits } from '#limits.ts';
import type { Mail } from '#mail/mail-texts.ts';
import { parseKeys } from '#crypto/user-pool-keys.ts';
import { createVerifyIdToken, type Identity } from '#tokens/verify-tokens.ts';
import { userPool } from '#user-pool.ts';
import type { UserPoolOptions } from '#pool/pool-context.ts';
import { createPoolDatabase, type PoolTestDatabase } from './pool-database.ts';
import { testKeys } from './test-keys.ts';

export interface TestPool extends PoolTestDatabase {
  readonly options: UserPoolOptions;
  readonly app: FastifyInstance;
  readonly endpoint: string;
  readonly mails: Mail[];
  /** Log lines of all nodes. */
  readonly logLines: string[];
  readonly verifyIdToken: (token: string) => Promise<Identity>;
  /** Moves the pool's clock forward. */
  wait(seconds: number): void;
  addUser(user: UserToCreate): Promise<string>;
  /** Returns the code of the newest mail to this address. */
  readCode(email: string): string;
  /** Starts another node on the same database. */
  startNode(): Promise<{ app: FastifyInstance; endpoint: string }>;
}

const plenty: Limit = { max: 1_000_000, seconds: 60 };
const noLimits: PoolLimits = {
  mailsPerAddress: plenty,
  mailsPerClientToAddress: plenty,
  mailsPerClient: plenty,
  signInsPerClient: plenty,
  codesPerClient: plenty,
  codesPerNetworkToAccount: plenty,
  codesPerAccount: plenty,
  passwordsPerAccount: plenty,
  totpCodesPerAccount: plenty,
};

/** Starts a real server on a real database. Limits are off unless a test sets them. */
export async function startTestPool(changes: Partial<UserPoolOptions> = {}): Promise<TestPool> {
  const { db, url } = changes.db ? { db: changes.db, url: '' } : await createPoolDatabase();
  const mails: Mail[] = [];
  const logLines: string[] = [];
  // The clock stands still, so that no test depends on the speed of the machine.
  let time = Date.now();
  const options: UserPoolOptions = {
    db,
    keys: await parseKeys(testKeys),
    now: () => new Date(time),
    sendMail: async (mail) => {
      mails.push(mail);
    },
    poolId: 'local_Tanren',
    clientId: 'tanren-web',
    identityPoolId: 'local:5f2a1b7c-0000-4000-8000-000000000001',
    issuer: 'http://tanren.example/cognito/local_Tanren',
    limits: noLimits,
    passwordAuth: true,
    ...changes,
  };
  const startNode = () => listen(options, logLines);
  const { app, endpoint } = await startNode();
  return {
    db,
    url,
    options,
    app,
    endpoint,
    mails,
    logLines,
    verifyIdToken: createVerifyIdToken(options),
    wait: (seconds) => {
      time += seconds * 1000;
    },
    addUser: async (user) => await createConfirmedUser(db, options, user),
    readCode: (email) => readCode(mails, email),
    startNode,
  };
}

async function listen(options: UserPoolOptions, logLines: string[]) {
  const stream = { write: (line: string) => void logLines.push(line) };
  const app = fastify({ logger: { level: 'info', stream } });
  await app.register(userPool(options), { prefix: '/cognito' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => await app.close());
  return { app, endpoint: `${origin}/cognito/` };
}

function readCode(mails: readonly Mail[], email: string): string {
  const mail = mails.findLast(({ to }) => to === email);
  const code = mail === undefined ? undefined : /：(\d{8})$/m.exec(mail.text)?.[1];
  if (code === undefined) throw new Error(`No code was mailed to ${email}`);
  return code;
}
