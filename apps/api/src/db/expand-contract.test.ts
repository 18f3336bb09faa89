import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#config/paths.ts';
import { findNarrowing } from '#test/support/database/narrowing-statements.ts';

/**
 * First migration that is checked. Older ones were written before two releases had to work side by
 * side (decision 0023).
 */
const firstBound = '0030';

test('no migration removes anything that the previous release uses', async () => {
  const names = (await readdir(migrationsFolder)).filter(
    (name) => name.endsWith('.sql') && name >= firstBound,
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(migrationsFolder, name), 'utf8');
      return findNarrowing(text).map((statement) => `${name}: ${statement}`);
    }),
  );
  // A finding is fixed by splitting the change over two releases, or by `-- contract: why` in the
  // file (decision 0023).
  expect(found.flat()).toEqual([]);
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
