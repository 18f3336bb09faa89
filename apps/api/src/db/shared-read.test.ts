import { sql as statement } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runInRequest } from '#http/log/request-context.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { failureOf } from '#test/support/failures.ts';
import { closeDatabase, type Database, openDatabase } from './database.ts';
import { type FinishedQuery, listenToQueries } from './query-watch.ts';
import { shareRead } from './shared-read.ts';

const { url } = await createTestDatabase();
await sql(url, 'create table notes (owner integer, n integer, word text)');

/** Reads the notes of an owner, the newest first. */
const notesOf = shareRead<{ n: number; word: string }>(
  'notes-of',
  (place) => statement`
    select n, word from notes where owner = ${place('owner', 'integer')}
    order by n desc limit ${place('limit', 'integer')}`,
);
const readWords = async (db: Parameters<typeof notesOf>[0], owner: number, limit = 10) =>
  (await notesOf(db, { owner, limit })).map(({ word }) => word);

beforeEach(async () => {
  await sql(url, 'truncate notes');
  await sql(
    url,
    `insert into notes select owner, n, owner || '-' || n
    from generate_series(1, 30) owner, generate_series(1, 3) n`,
  );
});

function open() {
  const db = openDatabase(url);
  onTestFinished(() => closeDatabase(db));
  const asked: FinishedQuery[] = [];
  onTestFinished(
    listenToQueries(db.$client, (query) => {
      if (query.statement.includes('notes')) asked.push(query);
    }),
  );
  return { db, asked };
}

test('combines reads of one turn into one statement, and each gets its own rows in order', async () => {
  const { db, asked } = open();
  const owners = [7, 3, 99, 3, 12];
  const found = await Promise.all(owners.map((owner) => readWords(db, owner, 2)));
  expect(found).toEqual([['7-3', '7-2'], ['3-3', '3-2'], [], ['3-3', '3-2'], ['12-3', '12-2']]);
  expect(asked).toHaveLength(1);
});

test('sends a single read unchanged', async () => {
  const { db, asked } = open();
  expect(await readWords(db, 7)).toEqual(['7-3', '7-2', '7-1']);
  expect(await readWords(db, 8, 1)).toEqual(['8-3']);
  expect(asked.map((query) => query.statement.includes('unnest'))).toEqual([false, false]);
});

test('splits many reads into statements of at most eight', async () => {
  const { db, asked } = open();
  const owners = Array.from({ length: 25 }, (_, n) => n + 1);
  const found = await Promise.all(owners.map((owner) => readWords(db, owner, 1)));
  expect(found).toEqual(owners.map((owner) => [`${owner}-3`]));
  expect(asked).toHaveLength(4);
});

test('returns what was written before the read, also when others read at the same time', async () => {
  const { db } = open();
  const others = Array.from({ length: 40 }, async () => await readWords(db, 1));
  await sql(url, "insert into notes values (5, 9, 'new')");
  const [mine] = await Promise.all([readWords(db, 5, 1), readWords(db, 6), readWords(db, 7)]);
  expect(mine).toEqual(['new']);
  await Promise.all(others);
});

const write = async (db: Pick<Database, 'execute'>) =>
  await db.execute(statement`insert into notes values (5, 9, 'not committed')`);

test('does not share a read within a transaction', async () => {
  const { db } = open();
  await db.transaction(async (tx) => {
    await write(tx);
    const [inside, outside, other] = await Promise.all([
      readWords(tx, 5, 1),
      readWords(db, 5, 1),
      readWords(db, 6, 1),
    ]);
    expect([inside, outside, other]).toEqual([['not committed'], ['5-3'], ['6-3']]);
  });
});

test('an invalid value fails only the read that passed it', async () => {
  const { db } = open();
  const [first, wrong, last] = await Promise.all([
    readWords(db, 1, 1),
    failureOf(readWords(db, 2, -1)),
    readWords(db, 3, 1),
  ]);
  expect([first, last]).toEqual([['1-3'], ['3-3']]);
  expect(wrong).toMatchObject({ code: '2201W' });
});

test('any other failure fails all combined reads', async () => {
  const { db } = open();
  await sql(url, 'alter table notes rename to gone');
  const failures = await Promise.all(
    [1, 2, 3].map(async (owner) => await failureOf(readWords(db, owner))),
  );
  await sql(url, 'alter table gone rename to notes');
  for (const failure of failures) expect(failure).toMatchObject({ code: '42P01' });
  expect(await readWords(db, 1, 1)).toEqual(['1-3']);
});

const within = async <T>(id: string, ms: number, run: () => Promise<T>): Promise<T> =>
  await runInRequest({ id, answerBy: performance.now() + ms }, run);

test('a call whose time is over fails alone, and another call reads for the rest', async () => {
  const { db, asked } = open();
  const [late, first, second] = await Promise.all([
    failureOf(within('late', 0, async () => await readWords(db, 1))),
    within('first', 9000, async () => await readWords(db, 2, 1)),
    within('second', 9001, async () => await readWords(db, 3, 1)),
  ]);
  expect(late).toMatchObject({ code: 'ETIMEDOUT' });
  expect([first, second]).toEqual([['2-3'], ['3-3']]);
  expect(asked.map((query) => query.requestId)).toEqual(['first']);
});
