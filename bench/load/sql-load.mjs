import { on, once } from 'node:events';
import process from 'node:process';
import pg from 'pg';

/**
 * Runs one statement through `pg` alone, with a pool of the server's size and one caller per
 * connection.
 *
 * @typedef {{url: string, connections: number, pool: number, name: string, text: string,
 *   values: unknown[][]}} Task
 */

const [task] = /** @type {[Task]} */ (await once(process, 'message'));
const pool = new pg.Pool({ connectionString: task.url, max: task.pool });
process.send?.('ready');
let turn = 0;
for await (const [ms] of /** @type {AsyncIterable<[number]>} */ (on(process, 'message'))) {
  /** @type {number[]} */
  const times = [];
  const until = performance.now() + ms;
  const startedAt = performance.now();
  const callInTurn = async () => {
    for (;;) {
      const begun = performance.now();
      if (begun >= until) return;
      turn += 1;
      const values = task.values[turn % task.values.length] ?? [];
      await pool.query({ name: task.name, text: task.text, values });
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: task.connections }, callInTurn));
  process.send?.({ ms: performance.now() - startedAt, times });
}
