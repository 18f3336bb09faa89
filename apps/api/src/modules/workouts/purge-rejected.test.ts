import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/database.ts';
import { keptPerMachine, purgeRejected } from './rejected-messages.store.ts';

const now = new Date('2026-04-01T03:00:00Z');
const ninetyDaysAgo = new Date('2026-01-01T03:00:00Z');

test('old ones go, and of a machine that never stops all but its newest', async () => {
  const { db } = await createTestDatabase();
  const send = (machineId: number, count: number, newest: Date) =>
    db.execute(sql`
      insert into rejected_messages (machine_id, received_at, reason, byte_length, payload)
      select ${machineId}, ${newest}::timestamptz - ((n - 1) || ' seconds')::interval,
        'malformed', 2, '{}'
      from generate_series(1, ${count}) n`);
  await send(7, keptPerMachine + 6000, now);
  await send(8, keptPerMachine, now);
  await send(9, 10, now);
  await send(9, 3, new Date(ninetyDaysAgo.getTime() - 1));

  await purgeRejected(db, ninetyDaysAgo);

  const { rows } = await db.execute(sql`
    select machine_id as machine, count(*)::int as count,
      extract(epoch from ${now}::timestamptz - min(received_at))::int as "oldestSeconds"
    from rejected_messages group by machine_id order by machine_id`);
  expect(rows).toEqual([
    { machine: 7, count: keptPerMachine, oldestSeconds: keptPerMachine - 1 },
    { machine: 8, count: keptPerMachine, oldestSeconds: keptPerMachine - 1 },
    { machine: 9, count: 10, oldestSeconds: 9 },
  ]);
});
