import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { Failure } from './failure.mjs';
import { root } from './project.mjs';

/** @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>} */
const running = new Map();

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] added to the environment
 * @property {(line: string) => void} [onLine] called with each line as it is printed
 * @property {number} [timeoutMs] ends the program with SIGTERM after this time
 * @property {NodeJS.Signals} [stopSignal] ends the program when this process is told to stop
 */

/**
 * Runs a program to its end and returns its output. There is no shell, so arguments stay unchanged.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export async function tryCommand(command, args, options = {}) {
  const { cwd = root, env = {}, onLine, timeoutMs, stopSignal = 'SIGTERM' } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  running.set(child, stopSignal);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (/** @type {string} */ text) => {
      output += text;
      const line = text.trimEnd().split('\n').at(-1)?.trim();
      if (onLine !== undefined && line !== undefined && line !== '') onLine(line);
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), output });
    });
  });
}

/**
 * Runs a program like {@link tryCommand}, but throws a {@link Failure} with this line when it
 * fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions & {failure: string}} options
 */
export async function runCommand(command, args, { failure, ...options }) {
  const { code, output } = await tryCommand(command, args, options);
  if (code !== 0) throw new Failure(failure, output);
  return output;
}

/**
 * Ends the child processes on a signal. A signal to this process alone (npm forwards its own) must
 * not leave an installation or a build running.
 *
 * @returns {() => void} stops listening
 */
export function stopChildrenOnSignals() {
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    for (const [child, stopSignal] of running) child.kill(stopSignal);
    process.exit(128 + constants.signals[signal]);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.removeListener(signal, stop);
  };
}
