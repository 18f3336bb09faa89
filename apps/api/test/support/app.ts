import Fastify from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, onTestFinished, vi } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { type AppDependencies, type AppModules, buildApp } from '#app.ts';
import { type Config, readConfig } from '#config/config.ts';
import { openDatabase } from '#db/database.ts';
import { openMessaging } from '#composition/messaging.ts';
import type { VerifyToken } from '#http/auth/authentication.ts';
import type { PushService } from '#push/push-service.ts';
import { openVapid } from '#push/vapid.ts';

/** Opens a database that cannot be reached. Nothing connects before the first query. */
export const unusedDatabase = () => openDatabase('postgres://nobody@127.0.0.1:1/none');

/** The key is the same for every app, as for nodes that share a database. */
export const testTrainerCodeKey = Buffer.alloc(32, 'trainer');

/** Accepts any address and every message. */
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

/** Builds the real app with the chosen modules. It is closed when the test ends. */
export async function buildTestApp(options: TestAppOptions = {}) {
  const { app, close } = await build(options);
  onTestFinished(close);
  return app;
}

/** Builds one app for all tests of a file. Call it at the top of the file. */
export async function shareTestApp(options: TestAppOptions = {}) {
  const { app, close } = await build(options);
  afterAll(close);
  return app;
}

async function build({ config, modules, ...deps }: TestAppOptions) {
  const given = {
    config: { ...readConfig({}), ...config },
    db: deps.db ?? unusedDatabase(),
    now: deps.now ?? (() => new Date()),
    findLiveSignIns: null,
  };
  // This is a real broker, only without a port for machines.
  const messaging = await openMessaging(given);
  const all: AppDependencies = {
    ...given,
    verifyToken: createPlainVerify(given.now),
    // A separate test covers onboarding for all calls. Here every member has completed it.
    onboarding: { findMissingStep: async () => null, clear: () => {} },
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
 * Accepts `alice` for a member and `alice/trainer/staff` for one with groups, and rejects `nobody`.
 * The password was entered just now, or eleven minutes ago if the name ends with `~`.
 */
export function createPlainVerify(now: () => Date, hasAddress = false): VerifyToken {
  return async (token) => {
    const [name = '', ...groups] = token.split('/');
    if (name === 'nobody') throw new AppError('unauthenticated');
    const sub = name.replace(/~$/, '');
    const minutes = name === sub ? 0 : 11;
    const authenticatedAt = new Date(now().getTime() - minutes * 60_000);
    const address = hasAddress ? { email: `${sub}@tanren.example` } : {};
    return { sub, username: sub, groups, authenticatedAt, ...address };
  };
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** The program's own logger, switched off. */
export const silentLog: FastifyBaseLogger = Fastify({ logger: false }).log;

/**
 * Replaces intervals by fake timers. The program's repeated tasks then run only when the returned
 * function is called, which advances one minute.
 */
export function moveTaskTimers(): () => Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return async () => {
    await vi.advanceTimersByTimeAsync(60_000);
  };
}
