import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requiredTermsVersion } from '@tanren/domain/members/terms';
import pg from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the URL of a data folder's embedded database, for its owner. */
export async function findAdminUrl(dataDir: string, database = 'tanren'): Promise<string> {
  const folder = join(dataDir, 'postgres');
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  const postmaster = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8');
  const port = postmaster.split('\n')[3];
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** Gives members a complete profile and an agreement, without which the server rejects them. */
export async function admitMembers(adminUrl: string, subs: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `insert into user_infos
      (sub, nickname, height, weight, exercise_habit, training_purposes, created_at, updated_at)
    select distinct sub, 'メンバー', 170, 65, 'weekly-1', array['strength'], now(), now()
    from unnest($1::uuid[]) sub
    on conflict (sub) do update set height = excluded.height, weight = excluded.weight,
      exercise_habit = excluded.exercise_habit, training_purposes = excluded.training_purposes`,
    [subs],
  );
  await client.query(
    `insert into terms_agreements (sub, version, agreed_at)
    select distinct sub, ${requiredTermsVersion}, now() from unnest($1::uuid[]) sub on conflict do nothing`,
    [subs],
  );
  await client.end();
}

/** Makes the server log the plan of each statement with its actual rows. */
export async function logPlans(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const settings = [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = 0`,
    `auto_explain.log_analyze = on`,
    `auto_explain.log_format = json`,
  ];
  for (const setting of settings) await client.query(`alter role tanren_program set ${setting}`);
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tanren_program'`,
  );
  await client.end();
}

/** Returns how each table was read since then, by index or table and number of rows. */
export async function readPlans(dataDir: string): Promise<string[]> {
  const log = await readFile(join(dataDir, 'postgres', 'server.log'), 'utf8');
  const plans = [...log.matchAll(/plan:\n((?:\t.*\n?)+)/g)].map(
    ([, json = '']) => JSON.parse(json) as { Plan: PlanNode },
  );
  return plans.flatMap(({ Plan }) => flatten(Plan).flatMap(describeScan));
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

function describeScan(node: PlanNode): string[] {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': table } = node;
  // The rows of a bitmap scan are reached by the index below it, so that node is described instead.
  const of = type === 'Bitmap Heap Scan' ? undefined : (index ?? table);
  if (of === undefined) return [];
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops']);
  return [`${type} ${of}: ${rows} rows`];
}
