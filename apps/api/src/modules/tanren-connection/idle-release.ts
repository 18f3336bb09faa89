import type { UnlinkReason } from '@tanren/contract/machine-messages';
import { idleReleaseMs } from '@tanren/domain/machine-links';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { machines } from '#db/schema/machines.ts';
import { tanrenConnections } from '#db/schema/tanren-connections.ts';
import type { EndedLink } from './tanren-connection.store.ts';

const mostAtOnce = 500;

/**
 * Ends what nobody uses any more, and the links of retired machines. Every node tries; each
 * link comes back to one of them, which tells. A link that is locked is being used.
 */
export async function releaseIdleLinks(db: Queryable, now: Date): Promise<EndedLink[]> {
  const idleSince = new Date(now.getTime() - idleReleaseMs);
  const { rows } = await db.execute<Record<keyof EndedLink, unknown>>(sql`
    with due as (
      select c.id, case when m.retired_at is null then 'idle' else 'retired' end as reason
      from ${tanrenConnections} c join ${machines} m on m.id = c.machine_id
      where c.ended_at is null and (c.last_active_at <= ${idleSince} or m.retired_at is not null)
      order by c.id limit ${mostAtOnce}
      for no key update of c skip locked
    )
    update ${tanrenConnections} c set ended_at = ${now}, end_reason = due.reason
    from due where c.id = due.id
    returning c.id as "connectionId", c.machine_id as "machineId", c.sub, due.reason`);
  return rows.map((row) => ({
    connectionId: String(row.connectionId),
    machineId: Number(row.machineId),
    sub: String(row.sub),
    reason: row.reason as UnlinkReason,
  }));
}
