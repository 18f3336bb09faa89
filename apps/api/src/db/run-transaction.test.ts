import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseAway } from '#plugins/database-failure.ts';
import { openCuttableLine } from '#test/support/faults.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { closeDatabase, openDatabase } from './database.ts';

const { url } = await createTestDatabase();

async function openDistant() {
  const line = await openCuttableLine(() => Number(new URL(url).port));
  onTestFinished(line.close);
  const through = new URL(url);
  through.host = `127.0.0.1:${line.port}`;
  const db = openDatabase(through.href);
  onTestFinished(() => closeDatabase(db));
  return { db, line };
}

const failureOf = async (running: Promise<unknown>): Promise<unknown> =>
  await running.then(
    () => null,
    (error: unknown) => error,
  );

test('a line that breaks before or within a transaction costs no connection', async () => {
  const { db, line } = await openDistant();
  for (let round = 0; round < 12; round += 1) {
    await db.execute(sql`select 1`);
    const before = db.transaction(async (tx) => await tx.execute(sql`select 1`));
    line.cut();
    expect(isDatabaseAway(await failureOf(before))).toBe(true);
    line.mend();
    const within = db.transaction(async (tx) => {
      line.cut();
      await tx.execute(sql`select 1`);
    });
    expect(isDatabaseAway(await failureOf(within))).toBe(true);
    line.mend();
  }
  expect(await db.transaction(async (tx) => (await tx.execute(sql`select 1`)).rows)).toHaveLength(
    1,
  );
  expect(db.$client.totalCount - db.$client.idleCount).toBe(0);
});

test('a failure inside undoes everything and is what the caller hears', async () => {
  const { db } = await openDistant();
  await db.execute(sql`create table undone (n int)`);
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into undone values (1)`);
    throw new Error('enough');
  });
  await expect(failing).rejects.toThrow('enough');
  expect((await db.execute(sql`select * from undone`)).rows).toEqual([]);
});
