import process from 'node:process';
import { toolCommand } from './npm.mjs';

/**
 * @typedef {object} BuildStep
 * @property {string} name
 * @property {string} folder where the command runs; its output is `<folder>/dist`
 * @property {readonly string[]} inputs files and folders that determine the output
 * @property {(outDir: string) => [command: string, args: string[]]} command writes into outDir
 */

const SHARED_INPUTS = [
  'packages',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/lib/build-steps.mjs',
];

/**
 * Steps of the build. Each command gets BUILD_ID (the first 12 digits of the fingerprint of its
 * inputs) and BUILD_OUT_DIR (the folder to write into) in the environment.
 *
 * @type {readonly BuildStep[]}
 */
export const buildSteps = [
  {
    name: 'server',
    folder: 'apps/api',
    inputs: ['apps/api', ...SHARED_INPUTS],
    command: (outDir) => toolCommand('vite', ['build', '--outDir', outDir, '--logLevel', 'warn']),
  },
  {
    name: 'web app',
    folder: 'apps/web',
    inputs: ['apps/web', ...SHARED_INPUTS],
    command: () => [process.execPath, ['build/build.mjs']],
  },
  {
    name: 'machine',
    folder: 'apps/machine',
    inputs: ['apps/machine', ...SHARED_INPUTS],
    command: (outDir) => toolCommand('vite', ['build', '--outDir', outDir, '--logLevel', 'warn']),
  },
];
