import { closeDatabase, openDatabase } from '@tanren/api/src/db/database.ts';
import { readHeldMemberships } from '@tanren/api/src/modules/memberships/held-memberships.service.ts';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import pg from 'pg';
import type { Measurement } from './measurement.ts';
import { type BenchServer, startBenchServer } from './running-server.ts';
import { admitMembers, findAdminUrl } from './data/scale-database.ts';
import { nameMember, openTokenIssuer } from './data/scale-tokens.ts';
import { compareTimes } from './time-in-turns.ts';

/** Maximum ratio between reserving with and without reading memberships. */
const maxGrowth = 1.2;
const memberships = 20_000;
/** Number of calling members, enough to keep each below the rate limit. */
const membersCalling = 400;

interface Booking {
  readonly token: string;
  readonly startsAt: string;
}

export async function measure(): Promise<readonly Measurement[]> {
  const issuer = await openTokenIssuer();
  const server = await startBenchServer(issuer.settings);
  const adminUrl = await findAdminUrl(server.dataDir);
  const db = openDatabase(adminUrl);
  try {
    const subs = Array.from({ length: membersCalling }, (_, n) => nameMember(n + 1));
    await admitMembers(adminUrl, subs);
    console.log(`reservations: making ${memberships} memberships`);
    await generateMemberships(adminUrl, subs);
    const day = addDays(toGymDay(new Date()), 7);
    const bookings = subs.map((sub, n) => ({
      token: issuer.issue(sub),
      startsAt: toGymInstant(day, (n % 24) * 60).toISOString(),
    }));
    console.log('reservations: timing what members do');
    let turn = 0;
    const [call, read] = await compareTimes([
      async () => {
        const booking = bookings[(turn += 1) % membersCalling];
        return await reserveAndCancel(server, day, booking ?? { token: '', startsAt: '' });
      },
      async () => {
        await readHeldMemberships(db, subs[turn % membersCalling] ?? '', new Date());
      },
    ]);
    if (call === undefined || read === undefined) return [];
    const parts = `p50 ${call.p50.toFixed(2)} ms, of it memberships ${read.p50.toFixed(2)} ms`;
    return [
      {
        name: `POST /training-reservations, to one without memberships (${parts})`,
        value: call.p50 / (call.p50 - read.p50),
        limit: maxGrowth,
        unit: 'x',
      },
    ];
  } finally {
    await closeDatabase(db);
    await server.stop();
    issuer.close();
  }
}

/** Returns the duration of reserving. The seat is released, so that the next caller can take it. */
async function reserveAndCancel(
  { url }: BenchServer,
  day: string,
  { token, startsAt }: Booking,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ startsAt });
  const path = `${url}/api/training-reservations`;
  const startedAt = performance.now();
  const response = await fetch(`${path}/gyms/1/${day}`, { method: 'POST', headers, body });
  const made = (await response.json()) as { readonly id: number };
  const took = performance.now() - startedAt;
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(made)}`);
  const { authorization } = headers;
  await fetch(`${path}/my/${made.id}`, { method: 'DELETE', headers: { authorization } });
  return took;
}

/**
 * Generates one gym and a plan with a limit. Each calling member has been there five times
 * recently.
 */
async function generateMemberships(adminUrl: string, subs: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`
    insert into gyms (id, name, capacity) values (1, 'x', 1000) on conflict (id) do nothing;
    insert into gym_weekly_hours (gym_id, weekday, opens_minute, closes_minute)
    select 1, day, 0, 1440 from generate_series(0, 6) day on conflict do nothing;
    insert into subscription_plans (id, gym_id, position, name, description, price, per, visits_per_month)
    overriding system value values (1000, 1, 1, 'x', '', 8800, 'month', 1000)`);
  await client.query(
    `with made as (
       insert into memberships (gym_id, sub, name, joined_at)
       select 1, coalesce(($1::uuid[])[n], gen_random_uuid()), 'x', now()
       from generate_series(1, $2::integer) n returning id)
     insert into membership_terms (membership_id, from_day, plan_id)
     select id, '2020-01-01', 1000 from made`,
    [subs, memberships],
  );
  await client.query(`
    set session_replication_role = replica;
    insert into training_reservations
      (gym_id, gym_day, starts_at, ends_at, place, sub, created_at, membership_id, entered_at)
    select 1, at::date, at, at + interval '1 hour', 1 + m.id % 1000, m.sub, at, m.id, at
    from memberships m, lateral (
      select now() - (visit || ' days')::interval - (m.id || ' milliseconds')::interval as at
      from generate_series(1, 5) visit) visits
    where m.id <= ${subs.length};
    analyze`);
  await client.end();
}
