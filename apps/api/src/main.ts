import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openIdentity } from '#composition/identity.ts';
import { openTokenCache } from '#http/auth/token-checks.ts';
import { openBrokerQuestions } from '#composition/broker-questions.ts';
import { openMessaging } from '#composition/messaging.ts';
import {
  closeDatabase,
  cutDatabase,
  type Database,
  describeAddress,
  openDatabase,
} from '#db/database.ts';
import { openDatabaseClock } from '#db/database-clock.ts';
import { checkDatabase, migrateDatabase } from '#db/migrate.ts';
import { openReplica } from '#db/replica.ts';
import { type DemoSignIn, prepareDemo } from '#demo/prepare-demo.ts';
import { startDemoTraffic } from '#demo/traffic/start-demo-traffic.ts';
import { ensureBeginnersMenu } from './modules/menus/menus.service.ts';
import { watchClock } from '#embedded/postgres/clock-watch.ts';
import { watchDisk } from '#embedded/postgres/disk-watch.ts';
import { programRole, startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { dropRoot } from '#embedded/drop-root.ts';
import { openTrainerCodeKey } from '#embedded/trainer-code-key.ts';
import { chooseMailer } from '#mail/mailer.ts';
import { deriveDoorKey, sealDoorSecrets } from './modules/booking/door/door-secrets.ts';
import { deriveHealthKey } from './modules/memberships/health-answers.ts';
import { createOnboarding } from './modules/members/onboarding.service.ts';
import { openPushService } from '#push/push-service.ts';
import { openVapidKey } from '#push/vapid-key.ts';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { readDatabaseUser } from './config/database-address.ts';
import { listExposureWarnings, rejectUnsafeExposure } from './config/exposure.ts';
import { describeFailure } from './config/failure-lines.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startMetrics } from './metrics/metrics-server.ts';
import { readProgramVersion } from './config/program-version.ts';
import { traceMailer, tracePush, traceQueries } from './tracing/traced-parts.ts';
import { migrationsFolder, programFiles, webRoot } from './config/paths.ts';
import { describeListenFailure } from './config/startup-error.ts';
import { waitForStop } from './config/stop-signal.ts';

/** Milliseconds in which running requests may finish after the signal to stop. */
const finishMilliseconds = 10_000;

/** Exit code for an error in the settings (EX_CONFIG). `ops/systemd` does not restart after it. */
const wrongSettings = 78;

/** These run in reverse order, both when the start fails half-way and when the program ends. */
const cleanUps: (() => Promise<void>)[] = [];
const stop = waitForStop(process);

/** @returns the app, or null when it was told to stop meanwhile. */
async function start(): Promise<Started | null> {
  const config = readConfig(process.env);
  await rejectUnsafeExposure(config);
  const tracer = await openTracer(config);
  const rootFor = await dropRoot({ dataDir: config.dataDir, needs: programFiles });
  const database =
    config.databaseUrl === null
      ? await startEmbedded(config)
      : configured(config, config.databaseUrl);
  if (stop.requested()) return null;
  const schema = await migrateDatabase(database.ownerUrl, migrationsFolder, database.programRole, {
    allowNewer: config.databaseAllowNewer,
  });
  if (database.programRole !== null) await checkDatabase(database.url);
  const db = openDatabase(database.url, config.databaseLimits);
  cleanUps.push(() => closeDatabase(db));
  const replica =
    config.databaseReadUrl === null
      ? null
      : openReplica(config.databaseReadUrl, db, config.databaseLimits);
  cleanUps.push(async () => await replica?.close());
  if (tracer !== null) {
    for (const pool of [db.$client, replica]) if (pool !== null) traceQueries(pool, tracer);
  }
  const clock = await openDatabaseClock(db);
  const { now } = clock;
  const metrics = config.metrics === null ? null : createMetrics();
  const mail = chooseMailer(config, now, printLine);
  cleanUps.push(async () => mail.close());
  const counted = metrics?.countMails(mail.mailer) ?? mail.mailer;
  const mailer = tracer === null ? counted : traceMailer(counted, tracer);
  const identity = await openIdentity(config, db, mailer, now);
  const { userPool, findLiveSignIns } = identity;
  const tokens = userPool === null ? null : openTokenCache(db, identity.verifyToken, now);
  cleanUps.push(async () => await tokens?.line.close());
  const trainerCodeKey = await openTrainerCodeKey(config, db);
  const plainPush = openPushService(await openVapidKey(config, trainerCodeKey, db));
  const push = tracer === null ? plainPush : tracePush(plainPush, tracer);
  const healthKey = deriveHealthKey(trainerCodeKey);
  const demo = await prepareDemo({ config, db, userPool, now, log: printLine, healthKey });
  await ensureBeginnersMenu(db, now());
  await sealDoorSecrets(db, deriveDoorKey(trainerCodeKey));
  const messaging = await openMessaging({ config, db, now, findLiveSignIns, tracer });
  cleanUps.push(() => messaging.close());
  const { acceptMember } = messaging;
  const bus = metrics?.countMessages(messaging.bus) ?? messaging.bus;
  const { countSessions } = messaging;
  const metricsServer = await startMetrics(metrics, {
    config,
    db,
    replica,
    clock,
    bus,
    countSessions,
    countTokens: tokens?.countTokens,
    answerBroker: openBrokerQuestions({ config, db, metrics }),
  });
  // The metrics server closes after the app, so that a scrape still sees how the app drains.
  cleanUps.push(() => metricsServer.close());
  const app = await buildApp({
    config,
    db,
    replica,
    ...identity,
    ...(tokens !== null && { verifyToken: tokens.verifyToken }),
    onboarding: createOnboarding(db, now),
    trainerCodeKey,
    bus,
    acceptMember,
    mailer,
    push,
    metrics,
    tracer,
    now,
    webRoot,
    readinessParts: [clock.readinessPart],
  });
  cleanUps.push(() => closeApp(app, db));
  cleanUps.push(clock.watch(app.log));
  tracer?.watch(app.log);
  if (replica !== null) cleanUps.push(replica.watch(app.log));
  if (stop.requested()) return null;
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw describeListenFailure(error, config);
  });
  const machines = await messaging.open(app.log);
  if (config.demoTraffic) cleanUps.push(startDemoTraffic({ config, db, bus, now, log: app.log }));
  const port = app.addresses()[0]?.port ?? config.port;
  const parts = { database: database.description, machines, mail: mail.description, demo };
  process.stdout.write(createReadyMessage(config, port, { ...parts, metrics: metricsServer.url }));
  if (rootFor !== null) printWarning(`The program runs as root, because ${rootFor}.`);
  if (schema.unknown > 0) {
    printWarning(
      `The database has ${schema.unknown} migration(s) that this version does not know (DATABASE_ALLOW_NEWER=yes).`,
    );
  }
  for (const warning of await listExposureWarnings(config)) printLine(warning);
  return { app, drainSeconds: config.drainSeconds };
}

/** Loads OpenTelemetry when traces are on. Returns `null` without loading it when they are off. */
async function openTracer({ tracing, nodeName }: Config) {
  if (tracing === null) return null;
  const openTelemetry = await import('./tracing/open-telemetry.ts');
  const tracer = openTelemetry.openTracer(tracing, { nodeName, version: readProgramVersion() });
  cleanUps.push(() => tracer.close());
  return tracer;
}

interface Started {
  readonly app: FastifyInstance;
  readonly drainSeconds: number;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printWarning(line: string): void {
  printLine(`WARNING ${line}`);
}

interface ReadyParts {
  readonly database: string;
  readonly machines: string;
  readonly mail: string;
  /** The address of the metrics. `null` when they are off. */
  readonly metrics: string | null;
  /** `null` when there is no demo world to sign in to. */
  readonly demo: DemoSignIn | null;
}

/** Returns the message for the operator once members can use the app. */
function createReadyMessage(config: Config, port: number, parts: ReadyParts): string {
  const address = config.port === 0 ? `http://localhost:${port}` : config.publicUrl.origin;
  return `
  TANREN is ready.

    address    ${address}
    database   ${parts.database}
    machines   ${parts.machines}
    mail       ${parts.mail}
${parts.metrics === null ? '' : `    metrics    ${parts.metrics}\n`}${parts.demo === null ? '' : describeDemo(parts.demo)}
  Stop it with Ctrl-C.

`;
}

function describeDemo({ emails, password }: DemoSignIn): string {
  return `
  Demo accounts, all with the password ${password}:

${emails.map((email) => `    ${email}\n`).join('')}
  Start a machine to link with:  npm run machine
`;
}

interface ChosenDatabase {
  readonly url: string;
  /** The address used for migrations. */
  readonly ownerUrl: string;
  /** `null` when the program signs in as the owner of the tables. */
  readonly programRole: string | null;
  readonly description: string;
}

function configured(config: Config, url: string): ChosenDatabase {
  const { databaseMigrationUrl, databaseReadUrl } = config;
  const replica = databaseReadUrl === null ? '' : `, replica ${describeAddress(databaseReadUrl)}`;
  return {
    url,
    ownerUrl: databaseMigrationUrl ?? url,
    programRole: databaseMigrationUrl === null ? null : readDatabaseUser(url),
    description: `PostgreSQL at ${describeAddress(url)}${replica}`,
  };
}

async function startEmbedded(config: Config): Promise<ChosenDatabase> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onLost: (reason) => stop.fail(reason),
    onWarning: printWarning,
  });
  cleanUps.push(() => postgres.stop());
  const { url, ownerUrl, home } = postgres;
  const watches = [watchClock(printWarning), watchDisk(home, printWarning)];
  cleanUps.push(async () => watches.forEach((end) => end()));
  return { url, ownerUrl, programRole, description: `embedded PostgreSQL in ${home}` };
}

/** Waits after SIGTERM until load balancers send members to other nodes. Ctrl-C does not wait. */
async function drain({ app, drainSeconds }: Started, signal: string): Promise<void> {
  if (signal !== 'SIGTERM' || drainSeconds === 0) return;
  app.startDraining();
  app.log.info({ seconds: drainSeconds }, 'not ready any more: waiting for balancers to notice');
  await sleep(drainSeconds * 1000);
}

async function closeApp(app: FastifyInstance, db: Database): Promise<void> {
  const closed = app.close();
  // Connections that were busy when closing began turn idle later, and clients keep those open.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const isLate = await Promise.race([closed.then(() => false), sleep(finishMilliseconds, true)]);
  clearInterval(sweep);
  app.server.closeAllConnections();
  // Requests that still run wait for a silent database and must not keep the program alive.
  if (isLate) cutDatabase(db);
  await closed;
}

function explain(error: unknown): void {
  for (const line of describeFailure(error)) process.stderr.write(`tanren: ${line}\n`);
}

let exitCode = 0;
try {
  const started = await start();
  const signal = await stop.promise;
  if (started !== null) await drain(started, signal);
} catch (error) {
  explain(error);
  exitCode = error instanceof ConfigError ? wrongSettings : 1;
}
for (const cleanUp of cleanUps.toReversed()) {
  await cleanUp().catch((error: unknown) => {
    explain(error);
    exitCode = 1;
  });
}
process.exit(exitCode);
