import type { EndpointAccess } from '@tanren/contract/endpoint';
import { isRecentlyAuthenticated } from '@tanren/domain/identity/authentication';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#http/app-error.ts';
import type { Onboarding } from '#modules/members/onboarding.service.ts';
import type { Identity } from './authentication.ts';

/**
 * Returns the place where a schema would accept unknown fields, as a JSON pointer into the schema,
 * or `null`. It checks every request schema at the start.
 */
export function findOpenObject(schema: unknown, at = ''): string | null {
  if (Array.isArray(schema)) return firstOpen(schema.entries(), at);
  if (typeof schema !== 'object' || schema === null) return null;
  if (describesObject(schema) && !isClosed(schema)) return at === '' ? '/' : at;
  return firstOpen(Object.entries(schema), at);
}

function firstOpen(entries: Iterable<readonly [string | number, unknown]>, at: string) {
  for (const [key, value] of entries) {
    const found = findOpenObject(value, `${at}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

function describesObject(schema: object): boolean {
  return 'type' in schema && schema.type === 'object';
}

/**
 * Returns whether unknown fields are rejected. The pattern of a record (`patternProperties` for
 * every key) does that too.
 */
function isClosed(schema: object): boolean {
  if ('additionalProperties' in schema) return schema.additionalProperties === false;
  if ('unevaluatedProperties' in schema) return schema.unevaluatedProperties === false;
  return 'patternProperties' in schema && !('properties' in schema);
}

/** Types whose values Ajv compares with a table instead of pair by pair. */
const scalarTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/**
 * Returns the place where validating a body can cost more than its length, as a JSON pointer into
 * the schema, or `null`. Such a place is an array without an upper bound, or unique items that Ajv
 * does not know to be scalars. Ajv compares these pair by pair, so that 5,000 objects take seconds.
 */
export function findCostlyArray(schema: unknown, at = ''): string | null {
  if (typeof schema !== 'object' || schema === null) return null;
  if (isCostlyArray(schema)) return at === '' ? '/' : at;
  for (const [key, inner] of Object.entries(schema)) {
    const found = findCostlyArray(inner, `${at}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

interface ArraySchema {
  readonly type?: unknown;
  readonly maxItems?: unknown;
  readonly uniqueItems?: unknown;
  readonly items?: { readonly type?: unknown };
}

function isCostlyArray(schema: object): boolean {
  const { type, maxItems, uniqueItems, items } = schema as ArraySchema;
  if (type !== 'array') return false;
  return (
    typeof maxItems !== 'number' || (uniqueItems === true && !scalarTypes.includes(items?.type))
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: EndpointAccess;
    recentAuthentication?: boolean;
  }
}

type RouteConfig = FastifyRequest['routeOptions']['config'];
type Scope = 'public' | 'authenticated';

interface AccessOptions {
  readonly scope: Scope;
  readonly onboarding: Onboarding;
  readonly now: () => Date;
}

/**
 * Guards one scope of routes. The server does not start if a route does not declare who may call
 * it, or declares a value that does not fit its scope. A forgotten declaration therefore never
 * opens a route to the public.
 */
export const access = fp<AccessOptions>(async (app, { scope, onboarding, now }) => {
  app.addHook('onRoute', (route) => {
    checkAccess(route, scope);
    checkRequestSchemas(route);
  });
  if (scope === 'public') return;
  // The check is not in `onRequest`, where the rate limit runs: rejected calls must count too.
  app.addHook('preParsing', async (request, reply) => {
    const identity = enforceSignIn(request, reply);
    enforceGroup(identity, request.routeOptions.config);
    await enforceOnboarding(identity, request.routeOptions.config, onboarding);
    enforceRecentPassword(identity, request.routeOptions.config, now());
    request.bodyAwaitedAt = performance.now();
  });
});

function checkAccess(route: RouteOptions, scope: Scope): void {
  const declared = route.config?.access;
  if (declared === undefined) throw new Error(`${nameRoute(route)} declares no access`);
  if ((declared === 'public') !== (scope === 'public')) {
    throw new Error(`${nameRoute(route)} has access ${declared} but stands in the ${scope} scope`);
  }
}

function checkRequestSchemas(route: RouteOptions): void {
  for (const part of ['body', 'querystring', 'params'] as const) {
    const open = findOpenObject(route.schema?.[part]);
    if (open !== null) {
      throw new Error(`${nameRoute(route)} lets unknown fields through: ${part} at ${open}`);
    }
    const costly = findCostlyArray(route.schema?.[part]);
    if (costly !== null) {
      throw new Error(
        `${nameRoute(route)} needs maxItems, and a scalar type for unique items: ${part} at ${costly}`,
      );
    }
  }
}

function nameRoute({ method, url }: RouteOptions): string {
  return `${[method].flat().join(' ')} ${url}`;
}

function enforceSignIn(request: FastifyRequest, reply: FastifyReply): Identity {
  if (request.verifiedIdentity !== null) return request.verifiedIdentity;
  if (request.identityFailure?.code === 'unauthenticated') {
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
  }
  throw request.identityFailure ?? new AppError('unauthenticated');
}

/** Group that a caller needs for each access level. `null` when every account may call. */
const neededGroups: Readonly<Record<EndpointAccess, 'trainer' | 'staff' | null>> = {
  public: null,
  account: null,
  member: null,
  trainer: 'trainer',
  staff: 'staff',
};

function enforceGroup({ groups, totpMissing }: Identity, { access: level }: RouteConfig): void {
  const needed = level === undefined ? null : neededGroups[level];
  if (needed === null) return;
  if (!groups.includes(needed)) throw new AppError('forbidden');
  if (totpMissing === true) throw new AppError('totp_required');
}

/** Checks that the profile and the terms are complete, also for trainers and staff. */
async function enforceOnboarding(
  { sub }: Identity,
  { access: needed }: RouteConfig,
  onboarding: Onboarding,
): Promise<void> {
  if (needed === 'account') return;
  const missing = await onboarding.findMissingStep(sub);
  if (missing !== null) throw new AppError(missing);
}

function enforceRecentPassword(
  { authenticatedAt }: Identity,
  { recentAuthentication }: RouteConfig,
  now: Date,
): void {
  if (recentAuthentication === true && !isRecentlyAuthenticated(authenticatedAt, now)) {
    throw new AppError('recent_authentication_required');
  }
}
