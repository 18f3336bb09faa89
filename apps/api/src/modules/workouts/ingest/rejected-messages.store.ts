import type { RejectionReason } from '@tanren/contract/machines/machine-messages';
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { rejectedMessages } from '#db/schema/machines.ts';

/**
 * Maximum number of rejected messages stored for a machine. More of them show staff nothing new,
 * and each may take four kilobytes.
 */
export const maxPerMachine = 10_000;

/**
 * Maximum number of rows a statement deletes, so that it stays short however many messages a broken
 * machine has sent.
 */
const batchSize = 5000;

/** Deletes messages that are too old, and all but the newest messages of each machine. */
export async function purgeRejected(db: Database, receivedBefore: Date): Promise<void> {
  await deleteInBatches(
    db,
    sql`select id from rejected_messages where received_at < ${receivedBefore}`,
  );
  for (const { machineId, newestToGo } of await listExcess(db)) {
    await deleteInBatches(
      db,
      sql`select id from rejected_messages
        where machine_id = ${machineId} and (received_at, id) <= (
          select received_at, id from rejected_messages where id = ${newestToGo})
        order by received_at, id`,
    );
  }
}

async function deleteInBatches(db: Database, which: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(
      sql`delete from rejected_messages where id = any(array(${which} limit ${batchSize}))`,
    );
    if ((rowCount ?? 0) < batchSize) return;
  }
}

/**
 * Lists the machines with too many messages. The query steps from machine to machine in the index
 * and skips the messages that remain.
 */
async function listExcess(db: Database): Promise<{ machineId: number; newestToGo: number }[]> {
  const { rows } = await db.execute<{ machineId: number; newestToGo: number }>(sql`
    with recursive senders (machine_id) as (
      select min(machine_id) from rejected_messages
      union all
      select (select min(m.machine_id) from rejected_messages m
        where m.machine_id > senders.machine_id)
      from senders where machine_id is not null
    )
    select machine_id as "machineId", excess.id as "newestToGo"
    from senders cross join lateral (
      select id from rejected_messages m where m.machine_id = senders.machine_id
      order by received_at desc, id desc offset ${maxPerMachine} limit 1
    ) excess`);
  return rows;
}

interface RejectedMessage {
  readonly machineId: number;
  readonly reason: RejectionReason;
  readonly workoutUuid: string | null;
  readonly connectionId: string | null;
  readonly payload: Buffer;
}

const maxBytes = 4096;

export async function insertRejected(
  db: Queryable,
  rejected: readonly RejectedMessage[],
  now: Date,
): Promise<void> {
  if (rejected.length === 0) return;
  await db.insert(rejectedMessages).values(
    rejected.map(({ payload, ...message }) => ({
      ...message,
      receivedAt: now,
      byteLength: payload.length,
      payload: toStorableText(payload),
    })),
  );
}

/**
 * Decodes a payload for a text column. PostgreSQL's text cannot contain NUL. The decoder replaces
 * bytes that are not UTF-8.
 */
function toStorableText(payload: Buffer): string {
  return payload.toString('utf8', 0, maxBytes).replaceAll('\0', '\uFFFD');
}
