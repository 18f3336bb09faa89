import { randomUUID } from 'node:crypto';
import type { StaffRejectedMessage } from '@tanren/contract/machines/staff-machines';
import { expect, test } from 'vitest';
import { sql } from '#test/support/database.ts';
import { openWorld, readPages } from '#test/support/world.ts';
import { explainQuery } from '#test/support/database/query-plan.ts';
import { selectRejected } from './rejected-messages.ts';

const { db, url, call } = await openWorld();

/**
 * Number of messages. Some machines send many, one reason is rare, and messages of a batch share
 * their time. Machine 9 was broken in the beginning, with its own reason: it has most of the rows,
 * all of them old.
 */
const count = 40_000;
await sql(
  url,
  `insert into rejected_messages (machine_id, received_at, reason, connection_id, byte_length, payload)
  select case when n <= 20000 then 9 when n % 1000 = 0 then 7 else n % 3 + 1 end,
    timestamptz '2026-01-01' + n / 10 * interval '20 seconds',
    case when n <= 12000 then 'not_json' when n % 2000 = 1 then 'too_old' else 'rep_too_fast' end,
    gen_random_uuid(), 5000, repeat('x', 200) || n
  from generate_series(1, ${count}) n;
  analyze rejected_messages;`,
);

interface Page {
  readonly items: StaffRejectedMessage[];
  readonly nextCursor: string | null;
}

const read = async (query: string) =>
  (await call<Page>(`${randomUUID()}/staff`, 'GET', `/staff/rejected-messages?${query}`)).body;
const readAll = async (query: string, limit: number) =>
  (await readPages((from) => read(`limit=${limit}${query}${from}`))).flat().map(({ id }) => id);

test('lists messages newest first, page by page, each exactly once', async () => {
  const rows = await sql<{ id: number }>(
    url,
    `select id from rejected_messages where machine_id = 7 order by received_at desc, id desc`,
  );
  expect(rows).toHaveLength(20);
  expect(await readAll('&machineId=7', 3)).toEqual(rows.map(({ id }) => id));

  const rare = await sql<{ id: number }>(
    url,
    `select id from rejected_messages where reason = 'too_old' order by received_at desc, id desc`,
  );
  expect(await readAll('&reason=too_old', 4)).toEqual(rare.map(({ id }) => id));
  expect(await readAll('&reason=too_old&machineId=2', 100)).toHaveLength(
    (await sql(url, `select from rejected_messages where reason = 'too_old' and machine_id = 2`))
      .length,
  );
});

test('shows a message as it was received, without anything that identifies a member', async () => {
  const { items } = await read('limit=1');
  expect(items).toEqual([
    {
      id: count,
      machineId: 7,
      receivedAt: new Date(
        Date.parse('2026-01-01T00:00:00Z') + (count / 10) * 20_000,
      ).toISOString(),
      reason: 'rep_too_fast',
      byteLength: 5000,
      payload: `${'x'.repeat(200)}${count}`,
    },
  ]);
});

const middle = { micros: String(Date.parse('2026-01-17T00:00:00Z') * 1000), id: 1 };

test.each([
  [{}, 'rejected_messages_received_at'],
  [{ machineId: 7 }, 'rejected_messages_of_machine'],
  [{ machineId: 1 }, 'rejected_messages_of_machine'],
  [{ machineId: 9 }, 'rejected_messages_of_machine'],
  [{ reason: 'too_old' }, 'rejected_messages_by_reason'],
  [{ reason: 'not_json' }, 'rejected_messages_by_reason'],
  [{ machineId: 9, reason: 'not_json' }, 'rejected_messages_of_machine_by_reason'],
  [{ machineId: 1, reason: 'too_old' }, 'rejected_messages_of_machine_by_reason'],
] as const)('%j reads its page from %s and little else', async (filter, index) => {
  for (const from of [null, middle]) {
    const plan = await explainQuery(url, selectRejected(db, { ...filter, from, limit: 21 }));
    expect(plan.ways).toEqual([index]);
    expect(plan.rows + plan.removed).toBeLessThan(60);
  }
});
