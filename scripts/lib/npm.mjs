import { basename } from 'node:path';
import process from 'node:process';
import { inProject } from './project.mjs';

/**
 * Returns a command for the npm that runs this script, or for the one in the PATH.
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

// Tools are called by file instead of through npx, which takes half a second per call, asks the
// registry for missing packages and needs the links that `bin-links=false` omits.
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
