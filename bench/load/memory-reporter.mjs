import { appendFileSync } from 'node:fs';
import process from 'node:process';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Loaded into the server by NODE_OPTIONS=--import. It records the memory after a full garbage
 * collection, so that collectable memory is not counted.
 */
const everyMs = 2000;
const file = process.env['MEMORY_REPORT'];
v8.setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));

if (file !== undefined) {
  setInterval(() => {
    collect();
    const { heapUsed, rss, external } = process.memoryUsage();
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), heapUsed, rss, external })}\n`);
  }, everyMs).unref();
}
