import { on, once } from 'node:events';
import process from 'node:process';
import pg from 'pg';

/**
 * Runs the statements of a read through `pg` alone, with a pool of the server's size and one caller
 * per connection.
 *
 * @typedef {{url: string, connections: number, pool: number,
 *   reads: {text: string, values: unknown[]}[][]}} Task
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
      for (const statement of task.reads[turn % task.reads.length] ?? [])
        await pool.query(statement);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: task.connections }, callInTurn));
  process.send?.({ ms: performance.now() - startedAt, times });
}
