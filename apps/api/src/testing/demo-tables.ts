import type { Database } from '#db/database.ts';

const tables = {
  gyms: 'id, name, address, access, phone, slot_minutes, capacity, cancel_deadline_minutes',
  gym_weekly_hours: '*',
  gym_special_days: '*',
  subscription_plans: '*',
  machines:
    'id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg, created_at, online',
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
  // The newest is for the hour in which the world was made.
  'training_reservations where id < (select max(id) from training_reservations)': '*',
  reservation_waits: '*',
};

/** One line a table: how many rows, and a digest of everything in them that is not secret. */
export async function describeDemoTables(from: Database): Promise<Record<string, unknown>> {
  const described = Object.entries(tables).map(async ([table, columns]) => {
    const { rows } = await from.$client.query<object>(
      `select count(*)::int as count, md5(string_agg(line, ',' order by line)) as digest
         from (select row_to_json(r)::text as line from (select ${columns} from ${table}) r) l`,
    );
    return [table, rows[0]] as const;
  });
  return Object.fromEntries(await Promise.all(described));
}
