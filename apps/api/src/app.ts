import { userPool } from '@tanren/user-pool/user-pool';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { endLinksOnSignOut, memberPlans } from './composition/machine-links.ts';
import type { FindLiveSignIns } from './embedded/broker/session-checks.ts';
import type { Replica } from './db/replica.ts';
import { embeddedPool } from './embedded/user-pool.ts';
import { access } from './http/auth/access.ts';
import { authentication, type VerifyToken } from './http/auth/authentication.ts';
import { compression } from './http/compression.ts';
import { databaseLog } from './http/log/database-log.ts';
import { draining } from './http/draining.ts';
import { errorHandler } from './http/error-handler.ts';
import { forgeryProtection } from './http/auth/forgery.ts';
import { healthRoutes } from './http/health/health.routes.ts';
import type { ReadinessPart } from './http/health/readiness.ts';
import { createHttpServer } from './http/http-server.ts';
import { idempotency } from './http/idempotency.ts';
import { liveGateway, type LiveGatewayOptions } from './http/live-gateway.ts';
import type { LogStream } from './http/log/logger-options.ts';
import { apiDocs, openApi, openApiRoutes } from './http/openapi.ts';
import { createOutageLog } from './http/log/outage-log.ts';
import { ownerMails } from './http/owner-mails.ts';
import { describeClientConfig } from './http/pages/client-config.ts';
import { pageRoutes, redirectRules } from './http/pages/pages.routes.ts';
import { poolRateLimits, type RateLimits, rateLimits } from './http/rate-limits/rate-limits.ts';
import { requestAddress } from './http/request-address.ts';
import { requestLog } from './http/log/request-log.ts';
import { requestDatabase } from './http/request-database.ts';
import { dataAnswers, pageDirectives, securityHeaders } from './http/security-headers.ts';
import { catchUnmatched, unmatched } from './http/unmatched-routes.ts';
import { unstorableText } from './http/validation.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { MessageBus } from './mqtt/message-bus.ts';
import { takeMessages, takeProductMessages } from './product/product-messages.ts';
import type { Tracer } from './tracing/span.ts';
import {
  type ApiScope,
  chooseLockAccount,
  type ProductParts,
  registerMemberCalls,
  registerOpenCalls,
} from './product/product-routes.ts';

export interface AppDependencies extends ProductParts {
  /** Absent or `null` when all reads use the primary. */
  readonly replica?: Replica | null;
  readonly verifyToken: VerifyToken;
  /** Accepts the WebSocket of a member's live page. */
  readonly acceptMember: LiveGatewayOptions['accept'];
  readonly mailer: Mailer;
  /** `null` or absent when only an external user pool knows which sign-ins have ended. */
  readonly findLiveSignIns?: FindLiveSignIns | null;
  /** The folder of the web build. `null` serves the API alone. */
  readonly webRoot: string | null;
  /** The log goes to standard output when this is absent. */
  readonly logger?: LogStream | false;
  readonly rateLimits?: RateLimits;
  /** Absent or `null` when traces are off. */
  readonly tracer?: Tracer | null;
  /** Absent or `null` when no metrics are collected. */
  readonly metrics?: Metrics | null;
  /** The parts that `/readyz` checks in addition to the database and the broker. */
  readonly readinessParts?: readonly ReadinessPart[];
}

type RegisterModules = (scope: ApiScope, deps: AppDependencies) => Promise<void>;

/** Ends the subscriptions and waits until the messages already received have been handled. */
type StopMessages = () => Promise<void>;

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

/** All modules of the product. Tests of the server alone leave them out. */
export const productModules: AppModules = {
  open: registerOpenCalls,
  members: registerMemberCalls,
  messages: takeProductMessages,
};

export async function buildApp(
  deps: AppDependencies,
  modules: AppModules = productModules,
): Promise<FastifyInstance> {
  const { config, db, replica = null, verifyToken, webRoot, userPool: accounts } = deps;
  const https = config.publicUrl.protocol === 'https:';
  const limitParts = { limits: deps.rateLimits ?? config.limits, db, key: deps.trainerCodeKey };
  const outages = createOutageLog();
  const app = createHttpServer({ ...deps, outages });

  const { metrics, tracer } = deps;
  await app.register(requestLog, { metrics, tracer, trace: config.requestTrace, db });
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
      await api.register(requestDatabase, { db, replica, https });

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
        await members.register(idempotency, { db, lockAccount: chooseLockAccount(accounts) });
        await members.register(compression);
        await modules.members(members, deps);
      });
    },
    { prefix: '/api' },
  );
  if (accounts !== null) {
    const onSignedOut = endLinksOnSignOut({ ...deps, plans: memberPlans, log: app.log });
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
