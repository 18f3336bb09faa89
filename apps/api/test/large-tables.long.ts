import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#config/paths.ts';
import { listLongIds } from '#db/long-ids/narrow-tables.ts';
import { widenIds } from '#db/long-ids/widen-ids.ts';
import { migrateDatabase } from '#db/migrate.ts';
import {
  findLostWrites,
  insertManyVisits,
  insertManyWorkouts,
  startBusyWorkouts,
} from './support/database/busy-workouts.ts';
import { firstConcurrent } from './support/database/narrowing-statements.ts';
import { createEmptyDatabase, sql } from './support/database.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

/** Number of workouts. The default ones are inserted and copied within about five minutes. */
const workouts = Number(process.env['LARGE_TABLE_ROWS'] ?? 1_000_000);
/** Maximum time for which a change of the schema may stop a member. */
const longestWaitMs = 1000;

interface Journal {
  entries: { tag: string }[];
}

/** Copies the migrations before the first one that must not stop writes. */
async function copyEarlierMigrations(): Promise<string> {
  const folder = path.join(await makeScratchFolder(), 'migrations');
  await cp(migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal;
  journal.entries = journal.entries.filter(({ tag }) => tag < firstConcurrent);
  await writeFile(file, JSON.stringify(journal));
  return folder;
}

test(
  `no migration and no widening of ids stops a reader or a writer of ${workouts} workouts for a second`,
  { timeout: 3_600_000, retry: 0 },
  async () => {
    const url = await createEmptyDatabase();
    await migrateDatabase(url, await copyEarlierMigrations());
    await sql(
      url,
      `insert into gyms (id, name) select n, 'ジム' || n from generate_series(1, 30) n`,
    );
    await insertManyWorkouts(url, workouts, 1);
    await insertManyVisits(url, workouts / 4);

    /** Runs a change beside writers and readers, and checks what they waited for and what is left. */
    const runBeside = async (name: string, change: () => Promise<unknown>) => {
      const busy = startBusyWorkouts(url, { writers: 3, readers: 2 });
      await sleep(2000);
      const startedAt = performance.now();
      const result = await change().catch(async (error: unknown) => {
        await busy.stop();
        throw error;
      });
      const seconds = (performance.now() - startedAt) / 1000;
      await sleep(2000);
      const heard = await busy.stop();
      process.stdout.write(
        `${name}: ${seconds.toFixed(1)} s beside ${heard.statements} statements, the slowest took ${heard.slowestMs.toFixed(0)} ms: ${heard.slowest.slice(0, 60)}\n`,
      );
      expect(heard.slowestMs).toBeLessThan(longestWaitMs);
      expect(await findLostWrites(url, heard)).toEqual([]);
      return result;
    };
    const migrated = await runBeside('migrations', () => migrateDatabase(url, migrationsFolder));
    expect(migrated).toMatchObject({ unknown: 0 });
    const widened = await runBeside('widen-ids', () =>
      widenIds(url, 'DATABASE_URL', (line) => process.stdout.write(`${line}\n`)),
    );
    expect(widened).toBe(listLongIds().length);
  },
);
