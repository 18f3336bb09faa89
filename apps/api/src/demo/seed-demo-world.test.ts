import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { foldForSearch } from '@tanren/domain/text';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { workouts } from '#db/schema/workouts.ts';
import { signInDoor } from '#modules/booking/door/door-accounts.ts';
import { verifyMachineSecret } from '#mqtt/machine-secret.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { findWrongBests, findWrongSums } from '#test/support/workouts/derived-numbers.ts';
import { rankEverything } from '#test/support/workouts/rankings.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { bySize } from '#test/support/failures.ts';
import { demoMember } from '@tanren/demo/members/demo-accounts';
import type { DemoPerson } from '@tanren/demo/members/demo-person';
import { type DemoWorld, generateDemoWorld } from '@tanren/demo/demo-world';
import { seedDemoWorld } from './seed-demo-world.ts';
import { prepareDemo } from './prepare-demo.ts';

const tables = {
  gyms: 'id, name, address, access, phone, slot_minutes, capacity, cancel_deadline_minutes, joining',
  gym_weekly_hours: '*',
  gym_special_days: '*',
  subscription_plans: '*',
  machines:
    'id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg, created_at, online',
  gym_floors: '*',
  floor_cells: '*',
  unlinked_bouts: 'workout_uuid, machine_id, started_at, ended_at, received_at',
  gym_type_hours: '*',
  user_infos: '*',
  terms_agreements: '*',
  workouts: '*',
  workout_sets: '*',
  workout_bests: '*',
  ranking_entries: '*',
  ranking_counts: '*',
  training_sessions: '*',
  training_session_search: '*',
  training_session_tags: '*',
  favorite_training_sessions: '*',
  training_session_runs: '*',
  trainer_links: '*',
  trainer_views: '*',
  chosen_loads: '*',
  memberships: '*',
  membership_terms: '*',
  membership_events: '*',
  dues_entries: '*',
  // The newest reservation and the entries depend on the hour of creation.
  'training_reservations where id < (select max(id) from training_reservations)':
    'id, gym_id, starts_at, place, sub, training_session_id, created_at, membership_id, cancelled_at',
  reservation_waits: '*',
};

/** Describes each table by its number of rows and a digest of all columns that are not secret. */
async function describeDemoTables(from: Database): Promise<Record<string, unknown>> {
  const described = Object.entries(tables).map(async ([table, columns]) => {
    const { rows } = await from.$client.query<object>(
      `select count(*)::int as count, md5(string_agg(line, ',' order by line)) as digest
         from (select row_to_json(r)::text as line from (select ${columns} from ${table}) r) l`,
    );
    return [table, rows[0]] as const;
  });
  return Object.fromEntries(await Promise.all(described));
}

/**
 * Only the demo member and one in eight others have workouts. prepare-demo.test.ts creates the
 * whole world.
 */
const few = ({ sub }: DemoPerson) => sub === demoMember.sub || /[08]$/.test(sub);
let generated: DemoWorld | undefined;
/** Generates the world once, because the tests start several times. */
const generate = (at: Date) => (generated ??= generateDemoWorld(at, bySize(few, undefined)));

const { db, url } = await createTestDatabase();
const now = () => new Date('2026-03-20T12:00:00Z');

async function query<R extends object>(from: Database, text: string): Promise<R[]> {
  return (await from.$client.query<R>(text)).rows;
}

test('leaves nothing after a failure, creates one world when two nodes start at once, and never changes it', async () => {
  const dataDir = path.join(await makeScratchFolder(), 'data');
  const context = { db, dataDir, now, generate };
  const failing = seedDemoWorld({
    ...context,
    createAccount: () => Promise.reject(new Error('pulled the plug')),
  });
  await expect(failing).rejects.toThrow('pulled the plug');
  expect(await describeDemoTables(db)).toMatchObject({
    gyms: { count: 0 },
    workouts: { count: 0 },
  });

  const second = openDatabase(url);
  const lines: string[] = [];
  const startNode = async (node: Database, seed: 'demo' | 'none') =>
    await prepareDemo({
      config: { seed, dataDir, exposed: false },
      db: node,
      userPool: null,
      now,
      generate,
      log: (line) => lines.push(line),
    });
  await startNode(second, 'none');
  expect(lines).toEqual([]);
  // Making the world blocks the process, which a second node would not share. Its connection could
  // time out meanwhile, so it is opened before.
  await query(second, 'select 1');
  const signIns = await Promise.all([startNode(db, 'demo'), startNode(second, 'demo')]);
  await closeDatabase(second);
  expect(signIns).toEqual([null, null]);
  expect(lines).toEqual([
    'The demo world has been made.',
    'It has no accounts: they live in Amazon Cognito.',
  ]);
  const world = await describeDemoTables(db);
  expect(world).toMatchObject({
    gyms: { count: 2 },
    machines: { count: 32 },
    floor_cells: { count: 32 },
    user_infos: { count: 203 },
    terms_agreements: { count: 203 },
    training_sessions: { count: 45 },
    training_session_search: { count: 40 },
    training_session_runs: { count: 7 },
    trainer_links: { count: 8 },
    chosen_loads: { count: 1 },
    gym_weekly_hours: { count: 13 },
    gym_special_days: { count: 9 },
    subscription_plans: { count: 12 },
    reservation_waits: { count: 6 },
  });

  const file = path.join(dataDir, 'machines.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secrets = await readFile(file, 'utf8');
  expect(await seedDemoWorld({ ...context, createAccount: null })).toBe(false);
  expect(await describeDemoTables(db)).toEqual(world);
  expect(await readFile(file, 'utf8')).toBe(secrets);
  const { machines, doors } = JSON.parse(secrets) as {
    machines: { id: number; secret: string; name: string }[];
    doors: { gymId: number; secret: string; doorSecret: string; seats: number }[];
  };
  const hashes = await query<{ id: number; secret_hash: string }>(
    db,
    'select id, secret_hash from machines order by id',
  );
  const known = hashes.filter(({ id, secret_hash: hash }) => {
    const machine = machines.find((candidate) => candidate.id === id);
    return machine !== undefined && verifyMachineSecret(hash, Buffer.from(machine.secret));
  });
  expect(known).toHaveLength(32);
  expect(machines[0]).toMatchObject({ id: 1, name: 'チェストプレス', minLoad: 5, loadStep: 2.5 });
  expect(doors.map(({ gymId, seats }) => [gymId, seats])).toEqual([
    [1, 12],
    [2, 8],
  ]);
  for (const { gymId, secret, doorSecret } of doors) {
    expect(await signInDoor(db, gymId, Buffer.from(secret))).not.toBeNull();
    expect(doorSecret).toMatch(/^[A-Z2-7]{52}$/);
  }
});

test('sums, flags and bests follow from the sets', async () => {
  expect(await findWrongSums(db)).toEqual([]);
  expect(await findWrongBests(db)).toEqual([]);
  expect(await db.$count(workouts, eq(workouts.isMaxBest, true))).toBeGreaterThan(
    bySize(100, 1000),
  );
});

test('rankings match workouts and profiles', async () => {
  const toLine = (row: object) => Object.values(row).join(' ');
  const expected = (await rankEverything(db, '2026-02-01')).map(
    ({ board, sub, value, achievedOn, nickname }) =>
      toLine({ board, sub, value, achievedOn, nickname }),
  );
  const kept = await query(
    db,
    `select board::text, sub, value, achieved_on::text, nickname from ranking_entries`,
  );
  expect(kept.map(toLine).toSorted()).toEqual(expected.toSorted());
  expect(kept.length).toBeGreaterThan(bySize(500, 5000));
});

interface PublicMenu {
  readonly title: string;
  readonly tags: readonly string[];
  readonly text: string | null;
  readonly folded: readonly string[] | null;
}

test('finds public menus by words and tags, and private ones never', async () => {
  const shown = await query<PublicMenu>(
    db,
    `select s.title, s.tags, f.text, f.tags as folded
       from training_sessions s
       left join training_session_search f
         on f.training_session_id = s.id and f.published_at = s.published_at
      where s.visibility = 'public'`,
  );
  const lost = shown.filter(
    ({ title, tags, text, folded }) =>
      text?.includes(foldForSearch(title)) !== true ||
      tags.map(foldForSearch).join() !== folded?.join(),
  );
  expect(lost).toEqual([]);
  const found = await query<{ title: string }>(
    db,
    `select title from training_session_search f
       join training_sessions s on s.id = f.training_session_id
      where search_grams(f.text) @> array['ちぇ', 'ぇす', 'すと', '極め', 'める']`,
  );
  expect(found).toEqual([{ title: 'チェストプレスだけ極める日' }]);
  const counts = new Map<string, number>();
  for (const tag of shown.flatMap(({ tags }) => tags.map(foldForSearch))) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const kept = await query<{ folded: string; count: number }>(
    db,
    'select folded, session_count as count from training_session_tags',
  );
  expect(new Map(kept.map(({ folded, count }) => [folded, count]))).toEqual(counts);
});

test('continues ids after the demo world, and leaves a database with other data alone', async () => {
  const counted = [
    'gyms',
    'machines',
    'workouts',
    'training_sessions',
    'training_session_runs',
    'trainer_links',
    'trainer_views',
    'training_reservations',
    'reservation_waits',
    'subscription_plans',
    'memberships',
    'membership_events',
    'dues_entries',
  ];
  for (const table of counted) {
    const [ids] = await query<{ next: number; newest: number }>(
      db,
      `select nextval(pg_get_serial_sequence('${table}', 'id'))::int as next,
              (select max(id) from ${table}) as newest`,
    );
    expect(ids?.next).toBe((ids?.newest ?? 0) + 1);
  }
  await db.$client.query('truncate machines, gyms, workouts, workout_sets cascade');
  await db.$client.query('delete from user_infos where nickname <> $1', ['はるき']);
  const dataDir = path.join(await makeScratchFolder(), 'data');
  const again = { db, dataDir, now, createAccount: null };
  expect(await seedDemoWorld(again)).toBe(false);
  expect(await describeDemoTables(db)).toMatchObject({ gyms: { count: 0 } });
});
