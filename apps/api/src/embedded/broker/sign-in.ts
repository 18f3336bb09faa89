import { randomUUID } from 'node:crypto';
import type { AedesOptions, AuthenticateError, AuthErrorCode, Client, ConnectPacket } from 'aedes';
import { type ClientIdentity, isListener, mayPublish, parseUsername } from '#mqtt/access-rules.ts';
import type { BrokerLimits } from './limits.ts';
import { type BrokerSession, describePeer, type ExpectedClient } from './session.ts';

interface RedeemedTicket {
  readonly sub: string;
  /**
   * The sign-in that requested the ticket. `null` when the tokens of the user pool do not contain
   * it.
   */
  readonly signIn: string | null;
}

export interface BrokerAccounts {
  /**
   * Returns the hash that the secret matched. `null` when the secret is wrong or the machine
   * retired.
   */
  signInMachine(machineId: number, password: Buffer): Promise<string | null>;
  /** Returns the hash that the secret of a gym's lock matched. `null` when the secret is wrong. */
  signInDoor(gymId: number, password: Buffer): Promise<string | null>;
  /** Returns the owner of the ticket and invalidates the ticket. `null` when it is not valid. */
  redeemTicket(ticket: { username: string; password: string }): Promise<RedeemedTicket | null>;
}

interface SignInOptions {
  readonly accounts: BrokerAccounts;
  readonly limits: BrokerLimits;
  readonly now: () => Date;
  readonly onSignIn: (session: BrokerSession) => Promise<void>;
}

type SignInHooks = Required<Pick<AedesOptions, 'preConnect' | 'authenticate'>>;

/** Return codes of MQTT 3.1.1. Aedes declares them as an enum that does not exist at run time. */
const unavailable = 3 as AuthErrorCode;
const badCredentials = 4 as AuthErrorCode;

export function createSignInHooks(
  sessionOf: (client: Client | null) => BrokerSession | undefined,
  { accounts, limits, now, onSignIn }: SignInOptions,
): SignInHooks {
  const failures = createFailedSignIns();

  const check = async (claim: ClientIdentity, username: string, password: Buffer) => {
    if (claim.kind === 'machine') return await accounts.signInMachine(claim.machineId, password);
    if (claim.kind === 'door') return await accounts.signInDoor(claim.gymId, password);
    if (claim.kind === 'server') return null;
    const redeemed = await accounts.redeemTicket({ username, password: password.toString() });
    if (redeemed === null || (isListener(claim) && redeemed.sub !== claim.sub)) return null;
    return redeemed.signIn ?? '';
  };

  const signIn = async (session: BrokerSession, username: string, password: Buffer) => {
    const claim = parseUsername(username);
    const { address, expects, log } = session.peer;
    const name = claim === null ? 'unknown' : username;
    if (!isExpected(claim, expects) || failures.isBlocked(address, name, now())) {
      failures.add(address, name, now());
      log.warn(describePeer(session), 'mqtt sign-in refused');
      throw rejection(badCredentials);
    }
    const grant = await check(claim, username, password).catch((error: unknown) => {
      log.error({ err: error, ...describePeer(session) }, 'mqtt sign-in failed');
      throw rejection(unavailable);
    });
    if (grant === null) {
      failures.add(address, name, now());
      log.warn({ ...describePeer(session), username }, 'mqtt sign-in with wrong credentials');
      throw rejection(badCredentials);
    }
    // The end of a closed connection would never be reported, so the session must not begin.
    if (session.connection.stream.destroyed) throw rejection(unavailable);
    session.identity = claim;
    session.grant = grant;
    await onSignIn(session).catch((error: unknown) => {
      log.warn({ err: error, ...describePeer(session) }, 'mqtt sign-in failed');
      throw rejection(unavailable);
    });
  };

  return {
    preConnect(client, packet, done) {
      const claim = parseUsername(packet.username ?? '');
      const problem = findConnectProblem(packet, claim, limits);
      if (problem !== null) {
        const session = sessionOf(client);
        session?.peer.log.warn({ ...describePeer(session), reason: problem }, 'mqtt refused');
        done(new Error(problem), false);
        return;
      }
      // No session is stored for a client that is away: machines send again, and get their link
      // again.
      packet.clean = true;
      // A sign-in with an existing client id would end the session that has it, so the id is made
      // unique.
      if (isListener(claim)) packet.clientId = `${claim.kind}-${randomUUID()}`;
      done(null, true);
    },
    authenticate(client, username = '', password, done) {
      const session = sessionOf(client);
      if (session === undefined) {
        done(rejection(unavailable), null);
        return;
      }
      void answerSignIn(signIn(session, username, password ?? Buffer.alloc(0)), done);
    },
  };
}

/**
 * Returns whether this kind of client may connect this way: machines, locks and recorders by one
 * listener, pages by the other.
 */
function isExpected(
  claim: ClientIdentity | null,
  expects: ExpectedClient,
): claim is ClientIdentity {
  return claim !== null && isListener(claim) === (expects === 'member');
}

async function answerSignIn(
  signedIn: Promise<void>,
  answer: Parameters<SignInHooks['authenticate']>[3],
): Promise<void> {
  const error = await signedIn.then(
    () => null,
    (reason: unknown) => reason as AuthenticateError,
  );
  answer(error, error === null);
}

function findConnectProblem(
  { clientId, username, will }: ConnectPacket,
  claim: ClientIdentity | null,
  limits: BrokerLimits,
): string | null {
  if (clientId.length > limits.clientIdLength) return 'client id too long';
  if (claim !== null && !isListener(claim) && clientId !== username) {
    return 'client id is not the user name';
  }
  if (will === undefined) return null;
  const publication = { topic: will.topic, qos: will.qos ?? 0, retain: will.retain ?? false };
  return claim !== null && mayPublish(claim, publication) ? null : 'last will not allowed';
}

function rejection(returnCode: AuthErrorCode): AuthenticateError {
  return Object.assign(new Error('sign-in refused'), { returnCode });
}

/**
 * Counts failed sign-ins of the last minute, by address and name. Secrets cannot be guessed anyway,
 * but the count bounds the load of attempts on the database. It is not by address alone, because a
 * whole gym shares one address, and an attacker there must not lock out its machines.
 */
interface FailedSignIns {
  isBlocked(address: string, username: string, now: Date): boolean;
  add(address: string, username: string, now: Date): void;
}

const windowMs = 60_000;
const limit = 20;
const largestSize = 20_000;

function createFailedSignIns(): FailedSignIns {
  const counts = new Map<string, { count: number; until: number }>();
  const keyOf = (address: string, username: string) => `${address} ${username}`;

  const findCurrent = (key: string, now: Date) => {
    const entry = counts.get(key);
    return entry !== undefined && entry.until > now.getTime() ? entry : null;
  };
  // Entries are in the order in which they expire.
  const clear = (now: Date) => {
    for (const [oldest, { until }] of counts) {
      if (until > now.getTime() && counts.size <= largestSize) return;
      counts.delete(oldest);
    }
  };
  return {
    isBlocked: (address, username, now) =>
      (findCurrent(keyOf(address, username), now)?.count ?? 0) >= limit,
    add(address, username, now) {
      const key = keyOf(address, username);
      const entry = findCurrent(key, now);
      if (entry !== null) {
        entry.count += 1;
        return;
      }
      counts.delete(key);
      counts.set(key, { count: 1, until: now.getTime() + windowMs });
      clear(now);
    },
  };
}
