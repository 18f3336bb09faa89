import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Mailer } from '@tanren/user-pool/mail/mail-texts';
import { userPool } from '@tanren/user-pool/user-pool';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import { accountRoutes } from './composition/account-routes.ts';
import {
  findBoardChanges,
  followSignOuts,
  openLinkNotifications,
} from './composition/board-changes.ts';
import { describeClientConfig } from './composition/client-config.ts';
import { eraseMember } from './composition/member-data.ts';
import { memberPlans, takeMessages, takeProductMessages } from './composition/product-messages.ts';
import { staffRoutes } from './composition/staff-routes.ts';
import { trainerRoutes } from './composition/trainer-routes.ts';
import { visitRoutes } from './composition/visit-routes.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { holdAccount } from './embedded/accounts.ts';
import type { FindLiveSignIns } from './embedded/broker/session-checks.ts';
import { embeddedPool } from './embedded/user-pool.ts';
import { createHttpServer } from './http/http-server.ts';
import { openUnsubscriptions } from './mail/unsubscribe.ts';
import type { Metrics } from './metrics/metrics.ts';
import { calendarFeedRoutes } from './modules/booking/calendar/calendar-feeds.routes.ts';
import { gymCrowdRoutes } from './modules/gyms/gym-crowd.routes.ts';
import { countMachines } from './modules/gyms/gym-crowd.service.ts';
import { gymDoorRoutes } from './modules/booking/door/gym-door.routes.ts';
import { gymRoutes } from './modules/gyms/gyms.routes.ts';
import { healthRoutes } from './http/health/health.routes.ts';
import type { ReadinessPart } from './http/health/readiness.ts';
import { informationRoutes } from './modules/members/announcements.routes.ts';
import {
  notificationRoutes,
  unsubscriptionRoutes,
} from './modules/members/notifications/notifications.routes.ts';
import { streamCsv } from './modules/members/export-files.ts';
import { pageRoutes, redirectRules } from './http/pages/pages.routes.ts';
import { tanrenConnectionRoutes } from './modules/machines/tanren-connection.routes.ts';
import { termsAgreementRoutes } from './modules/members/terms-agreements.routes.ts';
import { todaysMenuRoutes } from './modules/menus/todays-menu.routes.ts';
import { trainingSessionRunRoutes } from './modules/menus/menu-runs.routes.ts';
import { findOpenRun, selectDoneSets } from './modules/menus/menu-runs.store.ts';
import { sessionSearchRoutes, trainingSessionRoutes } from './modules/menus/menus.routes.ts';
import { trainingStatusRoutes } from './modules/workouts/training-status.routes.ts';
import { userInfoRoutes } from './modules/members/userinfo.routes.ts';
import { workoutHistoryRoutes } from './modules/workouts/workout-history.routes.ts';
import { workoutLoadRoutes } from './modules/workouts/workout-loads.routes.ts';
import { readLoads, readNextLoads } from './modules/workouts/workout-loads.service.ts';
import { selectChosen } from './modules/workouts/workout-loads.store.ts';
import { workoutRankingRoutes } from './modules/workouts/ranking/workout-ranking.routes.ts';
import {
  followProfile,
  rankWorkouts,
  rebuildRankings,
} from './modules/workouts/ranking/workout-ranking.service.ts';
import { workoutTypeRoutes } from './modules/workouts/workout-types.routes.ts';
import { deriveClaimKey } from './modules/workouts/records/claims.store.ts';
import { recordRoutes } from './modules/workouts/records/records.routes.ts';
import { workoutRoutes } from './modules/workouts/workouts.routes.ts';
import type { MessageBus } from './mqtt/message-bus.ts';
import { access } from './http/access.ts';
import { authentication, type VerifyToken } from './http/authentication.ts';
import { compression } from './http/compression.ts';
import { databaseLog } from './http/database-log.ts';
import { draining } from './http/draining.ts';
import { errorHandler } from './http/error-handler.ts';
import { forgeryProtection } from './http/forgery.ts';
import { openIdentityCheck } from './composition/identity-check.ts';
import { idempotency } from './http/idempotency.ts';
import { ownerMails } from './http/owner-mails.ts';
import { liveGateway, type LiveGatewayOptions } from './http/live-gateway.ts';
import { apiDocs, openApi, openApiRoutes } from './http/openapi.ts';
import { poolRateLimits, type RateLimits, rateLimits } from './http/rate-limits.ts';
import { findPublicOrigin, requestAddress } from './http/request-address.ts';
import type { LogStream } from './http/logger-options.ts';
import { createOutageLog } from './http/outage-log.ts';
import { requestLog } from './http/request-log.ts';
import { dataAnswers, pageDirectives, securityHeaders } from './http/security-headers.ts';
import { catchUnmatched, unmatched } from './http/unmatched-routes.ts';
import { unstorableText } from './http/validation.ts';
import { deriveDoorKey } from './modules/booking/door/door-secrets.ts';
import type { HoldAccount } from './modules/identity/accounts.service.ts';
import type { Onboarding } from './modules/members/onboarding.service.ts';
import type { PushService } from './push/push-service.ts';

export type ApiScope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface AppDependencies {
  readonly config: Config;
  readonly db: Database;
  readonly verifyToken: VerifyToken;
  /** Finds out whether a member has completed the profile and agreed to the terms. */
  readonly onboarding: Onboarding;
  /** The embedded user pool. `null` when accounts live in Amazon Cognito. */
  readonly userPool: UserPoolOptions | null;
  /** The key that creates and finds trainers' connection codes. It is the same on every node. */
  readonly trainerCodeKey: Buffer;
  /** The connection to the machines. The code that opened it also closes it, after the app. */
  readonly bus: MessageBus;
  /** Accepts the WebSocket of a member's live page. */
  readonly acceptMember: LiveGatewayOptions['accept'];
  readonly mailer: Mailer;
  /** The connection to the push services of members' browsers. */
  readonly push: PushService;
  /** `null` or absent when only an external user pool knows which sign-ins have ended. */
  readonly findLiveSignIns?: FindLiveSignIns | null;
  readonly now: () => Date;
  /** The folder of the web build. `null` serves the API alone. */
  readonly webRoot: string | null;
  /** The log goes to standard output when this is absent. */
  readonly logger?: LogStream | false;
  readonly rateLimits?: RateLimits;
  /** Absent or `null` when no metrics are collected. */
  readonly metrics?: Metrics | null;
  /** The parts that `/readyz` checks in addition to the database and the broker. */
  readonly readinessParts?: readonly ReadinessPart[];
}

type RegisterModules = (scope: ApiScope, deps: AppDependencies) => Promise<void>;

/** Ends the subscriptions and waits until the messages already received have been handled. */
export type StopMessages = () => Promise<void>;

type SubscribeModules = (
  bus: MessageBus,
  deps: AppDependencies,
  log: FastifyBaseLogger,
) => Promise<StopMessages[]>;

/**
 * Routes by scope: `open` accepts every caller, `members` only callers with a verified token.
 * `messages` subscribes to the machines' messages once the app is ready. The function it returns is
 * called when the app closes.
 */
export interface AppModules {
  readonly open: RegisterModules;
  readonly members: RegisterModules;
  readonly messages: SubscribeModules;
}

/** Returns a lock that does nothing for accounts in another pool, which cannot be locked here. */
function chooseHoldAccount(pool: UserPoolOptions | null): HoldAccount {
  return pool === null ? async () => {} : holdAccount;
}

/** All modules of the product. Tests of the server alone leave them out. */
export const productModules: AppModules = {
  async open(scope, { db, now, config, trainerCodeKey }) {
    const unsubscriptions = openUnsubscriptions(trainerCodeKey, config.publicUrl);
    await scope.register(informationRoutes, { db, now });
    await scope.register(calendarFeedRoutes, { db, now, publicUrl: config.publicUrl });
    await scope.register(unsubscriptionRoutes, { db, unsubscriptions });
  },
  async members(scope, deps) {
    const { userPool: pool, trainerCodeKey, onboarding, db, bus, now, config, push } = deps;
    const parts = { db, now, holdAccount: chooseHoldAccount(pool) };
    const linkParts = { db, bus, plans: memberPlans, now, log: scope.log };
    const notifications = openLinkNotifications(linkParts);
    const boards = findBoardChanges(bus, scope.log);
    const findOrigin = () => findPublicOrigin(config, scope);
    const onSignedOut = followSignOuts(linkParts);
    const accounts = pool === null ? null : { ...pool, onSignedOut };
    await scope.register(userInfoRoutes, { ...parts, followProfile, eraseMember, onboarding });
    await scope.register(termsAgreementRoutes, parts);
    await scope.register(accountRoutes, { db, now, pool: accounts });
    await scope.register(notificationRoutes, { ...parts, push });
    const canReachMachines = () => bus.isConnected();
    const checkIdentity = openIdentityCheck(pool, config.cognito, scope.log);
    const linkOptions = { ...parts, notifications, canReachMachines, findOrigin, checkIdentity };
    await scope.register(tanrenConnectionRoutes, linkOptions);
    await scope.register(trainingSessionRunRoutes, {
      ...parts,
      readNextLoads,
      notifyMachine: notifications.replanned,
    });
    await scope.register(todaysMenuRoutes, {
      db,
      now,
      sources: { readLoads, findOpenRun, selectDoneSets, countMachines },
    });
    await scope.register(workoutTypeRoutes, { db, readChosenLoads: selectChosen });
    await scope.register(workoutLoadRoutes, { db, now });
    await scope.register(workoutRoutes, { db, now, streamCsv });
    await scope.register(recordRoutes, {
      ...parts,
      claimKey: deriveClaimKey(trainerCodeKey),
      onWorkoutsStored: rankWorkouts,
      follow: rebuildRankings,
      notifyMachine: notifications.replanned,
    });
    await scope.register(workoutHistoryRoutes, { db, now });
    await scope.register(trainingSessionRoutes, parts);
    await scope.register(sessionSearchRoutes, { db });
    await scope.register(trainingStatusRoutes, { db, now });
    await scope.register(workoutRankingRoutes, { db, now });
    await scope.register(gymRoutes, { db, now });
    await scope.register(gymDoorRoutes, { ...parts, doorKey: deriveDoorKey(trainerCodeKey) });
    await scope.register(gymCrowdRoutes, { db, now });
    await scope.register(visitRoutes, { ...parts, boards, publicUrl: config.publicUrl });
    await scope.register(trainerRoutes, { ...parts, trainerCodeKey, notifications });
    const live = { notifications, boards, findOrigin };
    await scope.register(staffRoutes, { ...parts, ...live, pool: accounts });
  },
  messages: takeProductMessages,
};

export async function buildApp(
  deps: AppDependencies,
  modules: AppModules = productModules,
): Promise<FastifyInstance> {
  const { config, db, verifyToken, webRoot, userPool: accounts } = deps;
  const https = config.publicUrl.protocol === 'https:';
  const limitParts = { limits: deps.rateLimits ?? config.limits, db, key: deps.trainerCodeKey };
  const outages = createOutageLog();
  const app = createHttpServer({ ...deps, outages });

  await app.register(requestLog, { metrics: deps.metrics, trace: config.requestTrace, db });
  await app.register(databaseLog, { ...deps, outages, slowQueryMs: config.slowQueryMs });
  await app.register(errorHandler);
  await app.register(requestAddress);
  await app.register(draining);
  await app.register(unmatched);
  await app.register(openApi);
  await app.register(liveGateway, { config, accept: deps.acceptMember });
  takeMessages(app, async () => await modules.messages(deps.bus, deps, app.log));

  await app.register(async (health) => {
    await health.register(dataAnswers, { https });
    await health.register(healthRoutes, { db, bus: deps.bus, parts: deps.readinessParts });
  });

  await app.register(
    async (api) => {
      await api.register(dataAnswers, { https });
      await api.register(authentication, { verifyToken });
      await api.register(rateLimits, limitParts);
      await api.register(forgeryProtection, { https });
      await api.register(unstorableText);

      await api.register(async (open) => {
        await open.register(access, { scope: 'public', ...deps });
        await open.register(compression);
        await open.register(openApiRoutes);
        await modules.open(open, deps);
        catchUnmatched(open);
      });
      await api.register(async (members) => {
        await members.register(access, { scope: 'authenticated', ...deps });
        await members.register(ownerMails, deps);
        await members.register(idempotency, { db, holdAccount: chooseHoldAccount(accounts) });
        await members.register(compression);
        await modules.members(members, deps);
      });
    },
    { prefix: '/api' },
  );
  if (accounts !== null) {
    const onSignedOut = followSignOuts({ ...deps, plans: memberPlans, log: app.log });
    await app.register(
      async (cognito) => {
        await cognito.register(dataAnswers, { https });
        await cognito.register(poolRateLimits, limitParts);
        await cognito.register(userPool({ ...accounts, onSignedOut }));
      },
      { prefix: embeddedPool.path },
    );
  }
  const pagePolicy = { directives: pageDirectives(config), https };
  await app.register(apiDocs, { prefix: '/api', ...pagePolicy });

  await app.register(async (pages) => {
    await pages.register(securityHeaders, pagePolicy);
    await pages.register(pageRoutes, {
      webRoot,
      redirects: redirectRules,
      clientConfig: describeClientConfig(config),
      serviceWorker: config.serviceWorker,
      now: deps.now,
      https,
    });
  });
  return app;
}
