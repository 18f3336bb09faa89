import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#config/paths.ts';
import {
  findBlockingIndexes,
  findNarrowing,
  firstConcurrent,
} from '#test/support/database/narrowing-statements.ts';

/**
 * First migration that is checked. Older ones were written before two releases had to work side by
 * side (decision 0023).
 */
const firstBound = '0030';

async function checkMigrations(first: string, find: (text: string) => string[]) {
  const names = (await readdir(migrationsFolder)).filter(
    (name) => name.endsWith('.sql') && name >= first,
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(migrationsFolder, name), 'utf8');
      return find(text).map((statement) => `${name}: ${statement}`);
    }),
  );
  return found.flat();
}

test('no migration removes anything that the previous release uses', async () => {
  // A finding is fixed by splitting the change over two releases, or by `-- contract: why` in the
  // file (decision 0023).
  expect(await checkMigrations(firstBound, findNarrowing)).toEqual([]);
});

test.each([
  'ALTER TABLE "gyms" DROP COLUMN "email";',
  'DROP TABLE "gyms";',
  'drop function search_grams(text) cascade;',
  'ALTER TABLE "gyms" RENAME COLUMN "email" TO "mail";',
  'ALTER TABLE "gyms" ALTER COLUMN "id" SET DATA TYPE bigint;',
  'ALTER TABLE "gyms" ALTER COLUMN "email" SET NOT NULL;',
  'ALTER TABLE "gyms" ADD COLUMN "floor" integer NOT NULL;',
  'ALTER TABLE "gyms" ADD CONSTRAINT "small" CHECK (id < 5);',
  'CREATE UNIQUE INDEX "x" ON "gyms" USING btree ("name");',
])('detects as narrowing: %s', (statement) => {
  const among = `create table other (id int);--> statement-breakpoint\n${statement}`;
  expect(findNarrowing(among)).toHaveLength(1);
  expect(findNarrowing(`-- contract: release 7 reads mail\n${statement}`)).toEqual([]);
});

test.each([
  'ALTER TABLE "gyms" ADD COLUMN "floor" integer;',
  'ALTER TABLE "gyms" ADD COLUMN "floor" integer DEFAULT 1 NOT NULL;',
  'CREATE TABLE "t" ("id" int NOT NULL);--> statement-breakpoint\nALTER TABLE "t" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "public"."gyms"("id");\nCREATE UNIQUE INDEX "x" ON "t" USING btree ("id");',
  'CREATE INDEX "x" ON "gyms" ("name");',
  'ALTER TABLE "gyms" ALTER COLUMN "email" DROP NOT NULL;',
  'create function f() returns trigger language plpgsql as $$ begin drop table x; end $$;',
])('accepts as widening: %s', (statement) => {
  expect(findNarrowing(statement)).toEqual([]);
});

test('no migration stops writes while it creates an index', async () => {
  expect(await checkMigrations(firstConcurrent, findBlockingIndexes)).toEqual([]);
});

test.each([
  ['CREATE INDEX "x" ON "gyms" USING btree ("id");', 1],
  ['CREATE INDEX CONCURRENTLY "x" ON "gyms" USING btree ("id");', 1],
  [
    'DROP INDEX CONCURRENTLY IF EXISTS "x";--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "x" ON "gyms" ("id");',
    0,
  ],
  ['CREATE TABLE "t" ("id" int);--> statement-breakpoint\nCREATE INDEX "x" ON "t" ("id");', 0],
])('counts the indexes that block or cannot be repeated: %s', (statements, count) => {
  expect(findBlockingIndexes(statements)).toHaveLength(count);
});
