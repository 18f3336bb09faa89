import './lib/require-node.mjs';
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { ensureBrowser } from './lib/browser.mjs';
import { exitWith, Failure } from './lib/failure.mjs';
import { loadVite } from './lib/installed.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';
import { ensurePrograms } from './lib/system-programs.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';
import { step } from './lib/step.mjs';

/** @typedef {import('../bench/measurement.ts').Benchmark} Benchmark */
/** @typedef {import('../bench/measurement.ts').Measurement} Measurement */

const wanted = process.argv.slice(2);

stopChildrenOnSignals();
try {
  await prepareToRun();
  const { runnerImport } = await loadVite();
  /** @type {Measurement[]} */
  const measurements = [];
  if (listBenchmarks().some((file) => /^(first-load|offline-open|return-visit|taps)\./.test(file)))
    Object.assign(process.env, await ensureBrowser());
  if (listBenchmarks().some((file) => /^(chain-day|live-crowd|memory)\./.test(file)))
    Object.assign(process.env, await ensurePrograms('MOSQUITTO_PATH'));
  for (const file of listBenchmarks()) {
    await step(`Measuring ${file}`, async () => {
      /** @type {{module: Benchmark}} */
      const { module } = await runnerImport(inProject('bench', file), { logLevel: 'warn' });
      measurements.push(...(await module.measure()));
      return `Measured ${file}`;
    });
  }
  console.table(measurements.map(toRow));
  const over = measurements.filter(({ value, limit }) => value > limit);
  if (over.length > 0)
    throw new Failure(`Over the limit: ${over.map(({ name }) => name).join('; ')}`);
} catch (error) {
  exitWith(error);
}

function listBenchmarks() {
  return readdirSync(inProject('bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));
}

/** @param {Measurement} measurement */
function toRow({ name, value, limit, unit }) {
  return {
    measured: name,
    value: `${value.toFixed(2)} ${unit}`,
    limit: `${limit} ${unit}`,
    ratio: (value / limit).toFixed(2),
  };
}
