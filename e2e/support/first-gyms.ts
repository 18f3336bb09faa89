import { runSql } from './database.ts';
import type { EmbeddedServer } from './embedded-server.ts';

/** The gyms of the machines and the rankings, whose numbers no gym made later may get. */
export async function ensureGyms({ dataDir }: EmbeddedServer): Promise<void> {
  await runSql(
    dataDir,
    `with made as (
       insert into gyms (id, name) values (1, 'TANREN 新宿'), (2, 'TANREN 横浜')
       on conflict (id) do nothing)
     select setval('gyms_id_seq', greatest(last_value, 2)) from gyms_id_seq`,
    [],
  );
}
