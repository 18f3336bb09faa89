import { basename } from 'node:path';
import process from 'node:process';
import { inProject } from './project.mjs';

/**
 * The npm that runs us, else the one on the PATH.
 *
 * @param {readonly string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function npmCommand(args) {
  const cli = process.env['npm_execpath'];
  if (cli !== undefined && basename(cli) === 'npm-cli.js')
    return [process.execPath, [cli, ...args]];
  return ['npm', [...args]];
}

// Called by file instead of through npx, which costs half a second a call, asks the registry for
// what is missing and needs the links that `bin-links=false` leaves out.
const TOOLS = {
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/**
 * @param {keyof typeof TOOLS} name
 * @param {readonly string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function toolCommand(name, args) {
  return [process.execPath, [inProject('node_modules', TOOLS[name]), ...args]];
}
