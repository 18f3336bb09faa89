import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { migrationsFolder, projectRoot } from '#config/paths.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';

const run = promisify(execFile);
const drizzleKit = path.join(
  path.dirname(createRequire(import.meta.url).resolve('drizzle-kit')),
  'bin.cjs',
);
const apiRoot = path.join(projectRoot, 'apps', 'api');
const { default: drizzleConfig } = (await import(path.join(apiRoot, 'drizzle.config.ts'))) as {
  default: { schema: string[] };
};

/** Returns the SQL that drizzle-kit would add to the migrations for the schema and these files. */
async function generateMissing(more: string[]): Promise<string[]> {
  const folder = await makeScratchFolder();
  const out = path.join(folder, 'migrations');
  await cp(migrationsFolder, out, { recursive: true });
  const config = path.join(folder, 'config.json');
  const schema = drizzleConfig.schema.map((pattern) => path.join(apiRoot, pattern));
  const files = [...schema, ...more];
  const settings = { dialect: 'postgresql', schema: files, out: path.basename(out) };
  await writeFile(config, JSON.stringify(settings));
  const command = [drizzleKit, 'generate', `--config=${config}`];
  const { stdout, stderr } = await run(process.execPath, command, { cwd: folder });
  // The exit code of drizzle-kit is 0 even when it failed.
  expect(stdout + stderr).toMatch(/No schema changes|SQL migration file/);
  const known = new Set(await readdir(migrationsFolder));
  const added = (await readdir(out)).filter((name) => !known.has(name));
  return Promise.all(added.map((name) => readFile(path.join(out, name), 'utf8')));
}

/** Also adds one table too many, to prove that a difference would be found. */
test('the migrations produce exactly the declared schema', async () => {
  const folder = path.join(await makeScratchFolder(), 'schema');
  await mkdir(folder);
  const drizzle = createRequire(import.meta.url).resolve('drizzle-orm/pg-core');
  await writeFile(
    path.join(folder, 'extra.ts'),
    `import { integer, pgTable } from ${JSON.stringify(drizzle)};\nexport const extra = pgTable('extra', { id: integer() });\n`,
  );
  const [missing, ...more] = await generateMissing([path.join(folder, 'extra.ts')]);
  expect(missing?.trim()).toMatch(/^CREATE TABLE "extra" \(\s+"id" integer\s+\);$/);
  expect(more).toEqual([]);
});

/** A snapshot has 8,000 lines, and drizzle-kit compares the schema with the newest one only. */
test('only the newest migration has a snapshot', async () => {
  const meta = path.join(migrationsFolder, 'meta');
  const journal = await readFile(path.join(meta, '_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  const snapshots = (await readdir(meta)).filter((name) => name.endsWith('_snapshot.json'));
  expect(snapshots).toEqual([`${entries.at(-1)?.tag.slice(0, 4) ?? ''}_snapshot.json`]);
});
