import type {
  AuthenticationOperation,
  AuthenticationOutcome,
} from '@tanren/domain/identity/authentication';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import { authenticationEvents } from '#schema/authentication-events.ts';
import { userPoolUsers } from '#schema/users.ts';
import type { Call } from '#pool/operation.ts';

/** Request that caused an event. */
export interface EventSource extends Pick<Call, 'clientNetwork' | 'requestId'> {
  readonly log: Pick<Call['log'], 'info' | 'error'>;
}

interface AuthenticationEvent {
  /** `null` for an unknown account. */
  readonly sub: string | null;
  readonly operation: AuthenticationOperation;
  readonly outcome?: AuthenticationOutcome;
}

/**
 * Time in which repeated locks are recorded once. A lock does not count rejected calls, so a client
 * that keeps trying would otherwise write without end.
 */
const oneLockMs = 15 * 60 * 1000;

/** Writes a line to the log, and a row that the owner of the account can read. */
export async function recordEvent(
  { db, now }: { readonly db: PoolQueryable; readonly now: () => Date },
  source: EventSource,
  event: AuthenticationEvent,
): Promise<void> {
  const { sub, operation, outcome = 'success' } = event;
  const isKnown = sub !== null && (await storeEvent(db, source, { ...event, sub }, now()));
  logEvent(source, { sub: isKnown ? sub : null, operation, outcome });
}

/** Stores the event. Returns `false` when there is no such account. */
async function storeEvent(
  db: PoolQueryable,
  { clientNetwork, requestId }: EventSource,
  { sub, operation, outcome = 'success' }: AuthenticationEvent & { readonly sub: string },
  at: Date,
): Promise<boolean> {
  const insert = async (queryable: PoolQueryable) => {
    const stored = await queryable.execute(sql`
      insert into ${authenticationEvents} (sub, at, operation, outcome, network, request_id)
      select sub, ${at}::timestamptz, ${operation}::text, ${outcome}::text,
        ${coarseNetwork(clientNetwork)}::text, ${requestId}::text
      from ${userPoolUsers} where sub = ${sub}::uuid`);
    return stored.rowCount === 1;
  };
  if (outcome !== 'locked') return await insert(db);
  return await db.transaction(async (tx) => {
    // The lock lets the second of two simultaneous events see the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sub}::text, 0))`);
    if (await isRepeatedLock(tx, sub, operation, at)) return true;
    return await insert(tx);
  });
}

/** Writes only a line to the log, for hourly events and for events without an account. */
export function logEvent(source: EventSource, event: AuthenticationEvent): void {
  const { sub, operation, outcome = 'success' } = event;
  const network = coarseNetwork(source.clientNetwork);
  source.log.info({ sub, operation, outcome, network }, 'authentication');
}

/**
 * Records an event after the answer, because the answer for an unknown name would otherwise be
 * faster. The account may be simulated.
 */
export function recordAfterwards(pool: PoolContext, call: Call, event: AuthenticationEvent): void {
  call.runAfterwards(async () => {
    try {
      await recordEvent(pool, call, event);
    } catch (error) {
      call.log.error({ err: error }, 'an authentication event could not be stored');
    }
  });
}

async function isRepeatedLock(
  db: PoolQueryable,
  sub: string,
  operation: AuthenticationOperation,
  now: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ id: authenticationEvents.id })
    .from(authenticationEvents)
    .where(
      and(
        eq(authenticationEvents.sub, sub),
        eq(authenticationEvents.operation, operation),
        eq(authenticationEvents.outcome, 'locked'),
        gt(authenticationEvents.at, new Date(now.getTime() - oneLockMs)),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/**
 * Returns the network of a client (an IPv4 address, or the first groups of an IPv6 address) as a
 * /24 or a /48. That is enough to tell a home from a foreign country, and nothing finer is stored.
 */
export function coarseNetwork(clientNetwork: string): string {
  const [address = ''] = clientNetwork.split('/', 1);
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const six = /^([\da-f]{1,4}):([\da-f]{0,4}):([\da-f]{0,4})(?::|$)/i.exec(address);
  if (six === null) return '';
  const groups = six.slice(1, 4).map((group) => Number.parseInt(group || '0', 16).toString(16));
  return `${groups.join(':')}::/48`;
}
