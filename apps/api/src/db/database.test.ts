import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql as statement } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isDatabaseAway } from './database-failure.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { failureOf, openDistantDatabase } from '#test/support/failures.ts';
import { closeDatabase, openDatabase } from './database.ts';

const { url } = await createTestDatabase();

test('frees the connection when it breaks before or during a transaction', async () => {
  const { db, line } = await openDistantDatabase(url);
  for (let round = 0; round < 12; round += 1) {
    await db.execute(statement`select 1`);
    const before = db.transaction(async (tx) => await tx.execute(statement`select 1`));
    line.cut();
    expect(isDatabaseAway(await failureOf(before))).toBe(true);
    line.mend();
    const within = db.transaction(async (tx) => {
      line.cut();
      await tx.execute(statement`select 1`);
    });
    expect(isDatabaseAway(await failureOf(within))).toBe(true);
    line.mend();
  }
  expect(
    await db.transaction(async (tx) => (await tx.execute(statement`select 1`)).rows),
  ).toHaveLength(1);
  expect(db.$client.totalCount - db.$client.idleCount).toBe(0);
});

test('rolls back and rethrows when the callback of a transaction fails', async () => {
  const { db } = await openDistantDatabase(url);
  await db.execute(statement`create table undone (n int)`);
  const failing = db.transaction(async (tx) => {
    await tx.execute(statement`insert into undone values (1)`);
    throw new Error('enough');
  });
  await expect(failing).rejects.toThrow('enough');
  expect((await db.execute(statement`select * from undone`)).rows).toEqual([]);
});

test('reports and replaces an idle connection that the server closes', async () => {
  const onIdleError = vi.fn<(error: Error) => void>();
  const db = openDatabase(url, { onIdleError });
  await db.execute(statement`select 1`);
  await sql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tanren' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(onIdleError).toHaveBeenCalledOnce());
  const { rows } = await db.execute(statement`select 1 as answer`);
  expect(rows).toEqual([{ answer: 1 }]);
  await closeDatabase(db);
});

test('limits the time of statements and transactions, and lets the server find a vanished node', async () => {
  // Probes exist on TCP only, which this line uses.
  const { db } = await openDistantDatabase(url);
  const { rows } = await db.execute(statement`
    select current_setting('statement_timeout') as statement,
           current_setting('idle_in_transaction_session_timeout') as idle,
           current_setting('tcp_keepalives_idle') as "firstProbe",
           current_setting('tcp_keepalives_interval') as "nextProbe",
           current_setting('tcp_keepalives_count') as probes,
           current_setting('tcp_user_timeout') as unacknowledged`);
  expect(rows).toEqual([
    {
      statement: '4500ms',
      idle: '30s',
      firstProbe: '5',
      nextProbe: '1',
      probes: '5',
      unacknowledged: '10000',
    },
  ]);
});

test('sends no start-up parameters that poolers reject', async () => {
  const packets: Buffer[] = [];
  const server = createServer((socket) => {
    socket.once('data', (packet) => {
      packets.push(packet);
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const db = openDatabase(`postgres://member@127.0.0.1:${port}/tanren`);
  onTestFinished(() => closeDatabase(db));
  expect(isDatabaseAway(await failureOf(db.execute(statement`select 1`)))).toBe(true);
  // A length and a version come before pairs of names and values.
  const words = packets[0]?.subarray(8).toString().split('\0') ?? [];
  const names = words.filter((name, index) => index % 2 === 0 && name !== '');
  expect(names).toEqual(['user', 'database', 'application_name', 'client_encoding']);
});
