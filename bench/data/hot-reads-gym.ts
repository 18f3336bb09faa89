import { closeDatabase, openDatabase } from '@tanren/api/src/db/database.ts';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { toBoardKey } from '@tanren/domain/workouts/rankings';
import { loadOrCreateKeys } from '@tanren/user-pool/crypto/key-file';
import { startSession } from '@tanren/user-pool/tokens/start-session';
import { createPoolContext } from '@tanren/user-pool/user-pool';
import { findUserBySub } from '@tanren/user-pool/users/users.store';
import pg from 'pg';
import { generateWorkouts } from './generate-workouts.ts';
import type { BenchServer } from '#running-server.ts';
import { admitMembers } from './scale-database.ts';
import { nameMember } from './scale-tokens.ts';

/** Number of members, enough to keep each below the rate limit. */
const members = 1000;
const workoutsEach = 40;

/** The board that is read: the heaviest lifts of the first type, of all time. */
export const rankingBoard = toBoardKey({
  workoutTypeId: 1,
  rankingType: 'max',
  scale: 'open',
  month: 0,
  gymId: 0,
  band: 0,
});

export interface SignedIn {
  readonly sub: string;
  readonly token: string;
}

/** Makes a gym with members who have trained for months, are ranked, reserve and are signed in. */
export async function makeHotGym(
  server: BenchServer,
  adminUrl: string,
  day: string,
): Promise<SignedIn[]> {
  const subs = Array.from({ length: members }, (_, n) => nameMember(n + 1));
  console.log(`hot-reads: making ${members} members`);
  await generateWorkouts(adminUrl, { members, workoutsEach, setsOfEvery: members }, () => {});
  await admitMembers(adminUrl, subs);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await fillGym(client, subs, day);
  } finally {
    await client.end();
  }
  const signedIn = await signIn(server, adminUrl, subs);
  // The first request of each member is more expensive and must not be measured.
  for (const { token } of signedIn) {
    const headers = { authorization: `Bearer ${token}` };
    await (await fetch(`${server.url}/api/workouts`, { headers })).arrayBuffer();
  }
  return signedIn;
}

async function fillGym(client: pg.Client, subs: readonly string[], day: string): Promise<void> {
  await client.query(
    `insert into ranking_entries (board, sub, value, achieved_on, nickname)
     select $1, sub, 200 + (random() * 2000)::int, current_date, 'メンバー' from unnest($2::uuid[]) sub`,
    [rankingBoard, subs],
  );
  await client.query(`
    insert into gyms (id, name, capacity) values (1, 'ベンチ', 10) on conflict (id) do nothing;
    insert into gym_weekly_hours (gym_id, weekday, opens_minute, closes_minute)
    select 1, day, 540, 1380 from generate_series(0, 6) day on conflict do nothing;
    insert into subscription_plans (id, gym_id, position, name, description, price, per, visits_per_month)
    overriding system value values (1000, 1, 1, 'x', '', 8800, 'month', 8)`);
  await client.query(
    `with made as (
       insert into memberships (gym_id, sub, name, joined_at)
       select 1, sub, 'x', now() from unnest($1::uuid[]) sub returning id)
     insert into membership_terms (membership_id, from_day, plan_id)
     select id, '2020-01-01', 1000 from made`,
    [subs],
  );
  // Six of ten seats of each slot are reserved, for four weeks.
  await client.query(
    `insert into training_reservations
       (gym_id, gym_day, starts_at, ends_at, place, sub, created_at, membership_id)
     select 1, $1::date + d, at, at + interval '1 hour', place, m.sub, now(), m.id
     from generate_series(-14, 14) d, generate_series(0, 13) hour, generate_series(1, 6) place,
       lateral (select $2::timestamptz + d * interval '1 day' + hour * interval '1 hour' as at) slot,
       memberships m
     where m.id = 1 + ((d + 14) * 84 + hour * 6 + place) % ${members}`,
    [day, toGymInstant(day, 540)],
  );
  await client.query(
    `insert into user_pool_users
       (sub, email, email_verified, status, credential, credential_version, created_at, updated_at)
     select sub, sub || '@tanren.example', true, 'CONFIRMED', '\\x00', 1, now(), now()
     from unnest($1::uuid[]) sub`,
    [subs],
  );
  await client.query('analyze');
  await client.query('checkpoint');
}

/**
 * Signs in by the pool's own code with the server's keys, because a thousand passwords would take
 * minutes.
 */
async function signIn(
  { url, dataDir }: BenchServer,
  adminUrl: string,
  subs: readonly string[],
): Promise<SignedIn[]> {
  const discovery = await fetch(`${url}/cognito/local_tanren/.well-known/openid-configuration`);
  const { issuer } = (await discovery.json()) as { issuer: string };
  const db = openDatabase(adminUrl);
  const pool = createPoolContext({
    db,
    keys: await loadOrCreateKeys(dataDir, new Date()),
    now: () => new Date(),
    sendMail: async () => {},
    poolId: 'local_tanren',
    clientId: 'tanren-web',
    identityPoolId: 'local:tanren',
    issuer,
  });
  const call = { userAgent: 'bench' } as Parameters<typeof startSession>[1];
  const signedIn: SignedIn[] = [];
  for (const sub of subs) {
    const user = await findUserBySub(db, sub);
    if (user === null) throw new Error(`There is no account ${sub}.`);
    signedIn.push({ sub, token: (await startSession(pool, call, user)).IdToken });
  }
  await closeDatabase(db);
  return signedIn;
}
