import type { LiveMessage } from '@tanren/contract/machines/machine-messages';
import type { TanrenMqtt } from '@tanren/contract/machines/tanren-connection';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { callPool, readTokens } from '@tanren/user-pool/testing/pool-client';
import { answerChallenge, createClientEphemeral } from '@tanren/user-pool/testing/srp-client';
import mqtt from 'mqtt';
import { actorPassword, type ChainActor, type ChainWorld } from './chain-world.ts';

/** Requests that a browser makes when the home page is opened. */
const homeCalls = [
  '/userinfo',
  '/workout-types',
  '/todays-menu',
  '/tanren-connection',
  '/training-reservations/my?time=upcoming&limit=1',
  '/my/memberships',
  '/my/membership-events',
  '/training-status',
  '/visits',
  '/informations',
];
const client = { ClientId: 'tanren-web' };
/** One key pair for all sign-ins. A phone makes its own, but the work of phones is not measured. */
const ephemeral = createClientEphemeral();

export interface LivePage {
  readonly close: () => void;
}

export interface ChainMembers {
  readonly count: number;
  readonly signIn: (member: number) => Promise<number>;
  readonly refresh: (member: number) => Promise<number>;
  readonly openHome: (member: number) => Promise<number>;
  readonly readWorkouts: (member: number) => Promise<number>;
  readonly readRanking: (member: number) => Promise<number>;
  /** Opens days and slots, reserves one and cancels it. Returns the duration of the first three. */
  readonly reserve: (member: number) => Promise<number>;
  /**
   * Opens the live channel of the member's machine. `onRep` gets each message's sequence number.
   */
  readonly openLive: (member: number, onRep: (seq: number) => void) => Promise<LivePage>;
}

/**
 * Creates the acting members, each with the network address of their gym. They must call `signIn`
 * before any other action.
 */
export function createMembers({ server, actors }: ChainWorld): ChainMembers {
  const tokens = new Map<string, { id: string; refresh: string }>();
  const find = (member: number): ChainActor => {
    const actor = actors[member % actors.length];
    if (actor === undefined) throw new Error('there are no members');
    return actor;
  };
  const addressOf = ({ gymId }: ChainActor) => ({
    'x-forwarded-for': `10.${Math.floor(gymId / 250)}.${gymId % 250}.1`,
  });

  async function call<T>(actor: ChainActor, method: string, path: string, body?: object) {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...addressOf(actor),
        authorization: `Bearer ${tokens.get(actor.sub)?.id ?? ''}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** Measures the duration of an action. */
  const timed =
    (run: (actor: ChainActor) => Promise<number | void>) =>
    async (member: number): Promise<number> => {
      const startedAt = performance.now();
      const took = await run(find(member));
      return took ?? performance.now() - startedAt;
    };

  const pool = `${server.url}/cognito/`;
  const keep = (actor: ChainActor, answer: Parameters<typeof readTokens>[0]) => {
    const { IdToken, RefreshToken } = readTokens(answer);
    tokens.set(actor.sub, { id: IdToken, refresh: RefreshToken });
  };

  return {
    count: actors.length,
    signIn: timed(async (actor) => {
      const startedAt = performance.now();
      const AuthParameters = { USERNAME: actor.email, SRP_A: ephemeral.shared.toString(16) };
      const asked = { ...client, AuthFlow: 'USER_SRP_AUTH', AuthParameters };
      const first = await callPool(pool, 'InitiateAuth', asked, addressOf(actor));
      const challengedAt = performance.now();
      const ChallengeResponses = answerChallenge(ephemeral, first, actorPassword, 'tanren');
      const answeredAt = performance.now();
      const answer = { ...client, ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses };
      keep(actor, await callPool(pool, 'RespondToAuthChallenge', answer, addressOf(actor)));
      return performance.now() - startedAt - (answeredAt - challengedAt);
    }),
    refresh: timed(async (actor) => {
      const RefreshToken = tokens.get(actor.sub)?.refresh ?? '';
      const asked = { ...client, RefreshToken };
      keep(actor, await callPool(pool, 'GetTokensFromRefreshToken', asked, addressOf(actor)));
    }),
    openHome: timed(async (actor) => {
      await Promise.all(homeCalls.map((path) => call(actor, 'GET', path)));
    }),
    readWorkouts: timed(async (actor) => {
      await call(actor, 'GET', '/workouts');
    }),
    readRanking: timed(async (actor) => {
      await call(actor, 'GET', `/workout-ranking/${(actor.machineId % 16) + 1}/max`);
    }),
    reserve: timed(async (actor) => {
      const day = addDays(toGymDay(new Date()), 1 + Math.floor(Math.random() * 20));
      const startsAt = toGymInstant(day, (6 + Math.floor(Math.random() * 18)) * 60).toISOString();
      const path = `/training-reservations/gyms/${actor.gymId}`;
      const startedAt = performance.now();
      await call(actor, 'GET', path);
      await call(actor, 'GET', `${path}/${day}`);
      const { id } = await call<{ id: number }>(actor, 'POST', `${path}/${day}`, { startsAt });
      const took = performance.now() - startedAt;
      await call(actor, 'DELETE', `/training-reservations/my/${id}`);
      return took;
    }),
    async openLive(member, onRep) {
      const actor = find(member);
      const ticket = await call<TanrenMqtt>(actor, 'POST', '/tanren-connection/mqtt', {});
      const { url, clientId, username, password, topics } = ticket;
      const page = mqtt.connect(url, {
        clientId,
        username,
        password,
        protocolVersion: 4,
        keepalive: 300,
        reconnectPeriod: 0,
      });
      await new Promise<void>((resolve, reject) => {
        page.once('connect', () => resolve());
        page.on('error', reject);
      });
      page.on('message', (_topic, payload) => {
        onRep((JSON.parse(payload.toString()) as LiveMessage).seq);
      });
      await page.subscribeAsync(topics, { qos: 0 });
      return { close: () => void page.end(true) };
    },
  };
}
