import Fastify from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, onTestFinished, vi } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { type AppDependencies, type AppModules, buildApp } from '#app.ts';
import { type Config, readConfig } from '#config/config.ts';
import { openDatabase } from '#db/database.ts';
import { openMessaging } from '#composition/messaging.ts';
import type { VerifyToken } from '#http/authentication.ts';
import type { PushService } from '#push/push-service.ts';
import { openVapid } from '#push/vapid.ts';

/** Nothing connects until the first query, and most tests of the skeleton ask none. */
const unusedDatabase = 'postgres://nobody@127.0.0.1:1/none';

/** The same for every app: nodes on one database share it. */
export const testTrainerCodeKey = Buffer.alloc(32, 'trainer');

/** Takes any address and every message. */
export const silentPush: PushService = {
  publicKey: openVapid(Buffer.alloc(32, 'vapid'), 'mailto:test@tanren.example').publicKey,
  accepts: () => true,
  send: async () => ({ kind: 'sent' }),
};

const noModules: AppModules = {
  open: async () => {},
  members: async () => {},
  messages: async () => [],
};

export interface TestAppOptions extends Partial<Omit<AppDependencies, 'config'>> {
  readonly config?: Partial<Config>;
  readonly modules?: Partial<AppModules>;
}

/** The real app with chosen calls in it, closed when the test ends. */
export async function buildTestApp(options: TestAppOptions = {}) {
  const { app, close } = await build(options);
  onTestFinished(close);
  return app;
}

/** The same for all tests of a file; call it at the top of the file. */
export async function shareTestApp(options: TestAppOptions = {}) {
  const { app, close } = await build(options);
  afterAll(close);
  return app;
}

async function build({ config, modules, ...deps }: TestAppOptions) {
  const given = {
    config: { ...readConfig({}), ...config },
    db: deps.db ?? openDatabase(unusedDatabase),
    now: deps.now ?? (() => new Date()),
    findLiveSignIns: null,
  };
  // A real broker, only without a port for machines.
  const messaging = await openMessaging(given);
  const all: AppDependencies = {
    ...given,
    verifyToken: createPlainVerify(given.now),
    // How members get in is tested once for all calls; here everybody has done it.
    onboarding: { findMissingStep: async () => null, forget: () => {} },
    userPool: null,
    trainerCodeKey: testTrainerCodeKey,
    bus: messaging.bus,
    acceptMember: messaging.acceptMember,
    mailer: { send: async () => {} },
    push: silentPush,
    webRoot: null,
    logger: false,
    ...deps,
  };
  const app = await buildApp(all, { ...noModules, ...modules });
  const close = async () => {
    await app.close();
    await messaging.close();
  };
  return { app, close };
}

/**
 * `alice` names a member, `alice/trainer/staff` one with groups, `nobody` is refused. Everybody
 * has just entered a password, but whose name ends with `~`: that was eleven minutes ago.
 */
function createPlainVerify(now: () => Date): VerifyToken {
  return async (token) => {
    const [name = '', ...groups] = token.split('/');
    if (name === 'nobody') throw new AppError('unauthenticated');
    const sub = name.replace(/~$/, '');
    const minutes = name === sub ? 0 : 11;
    const authenticatedAt = new Date(now().getTime() - minutes * 60_000);
    return { sub, username: sub, groups, authenticatedAt };
  };
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** The program's own logger, switched off. */
export const silentLog: FastifyBaseLogger = Fastify({ logger: false }).log;

/**
 * The program's repeated tasks come by intervals of seconds. From this call on, intervals run only
 * when the returned function moves them, a minute at a time.
 */
export function moveTaskTimers(): () => Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return async () => {
    await vi.advanceTimersByTimeAsync(60_000);
  };
}
