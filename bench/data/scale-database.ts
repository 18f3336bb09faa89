import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requiredTermsVersion } from '@tanren/domain/members/terms';
import pg from 'pg';

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
