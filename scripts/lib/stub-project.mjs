import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject } from './project.mjs';

// One file lists what is built, so a project with another such file builds something else: here a
// server of a few lines, whose build leaves a trace.
const BUILD_STEPS = `
export const buildSteps = [{
  name: 'server',
  folder: 'apps/api',
  inputs: ['apps/api'],
  command: (outDir) => [process.execPath, ['make.mjs', outDir]],
}];`;

const MAKE = `
import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
appendFileSync('../../builds.txt', process.env.BUILD_ID + '\\n');
appendFileSync('../../pids.txt', process.pid + '\\n');
mkdirSync(process.argv[2]);
if (existsSync('../../hang')) setInterval(() => {}, 1000);
else if (existsSync('../../break')) { console.error('the reason'); process.exitCode = 1; }
else copyFileSync('server.js', process.argv[2] + '/main.js');`;

const SERVER = `
process.on('SIGTERM', () => process.exit(7));
console.log('ready ' + process.pid);
setInterval(() => {}, 1000);`;

const MANIFEST = { name: 'stub', version: '1.0.0', dependencies: { part: 'file:part' } };
const LOCK = {
  name: 'stub',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': MANIFEST,
    'node_modules/part': { resolved: 'part', link: true },
    part: { version: '1.0.0' },
  },
};
const PART = JSON.stringify({ name: 'part', version: '1.0.0' });

/** Makes a project in the temporary folder that has these scripts and almost nothing else. */
export function createStubProject() {
  const folder = mkdtempSync(join(tmpdir(), 'tanren-set-up-'));
  /** @type {import('node:child_process').ChildProcess[]} */
  const started = [];
  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  /** @param {string} path */
  const readLines = (path) =>
    existsSync(join(folder, path))
      ? readFileSync(join(folder, path), 'utf8').trim().split('\n')
      : [];

  cpSync(inProject('scripts'), join(folder, 'scripts'), { recursive: true });
  write('scripts/lib/build-steps.mjs', BUILD_STEPS);
  write('apps/api/package.json', '{}');
  write('apps/api/make.mjs', MAKE);
  write('apps/api/server.js', SERVER);
  write('part/package.json', PART);
  write('package.json', JSON.stringify(MANIFEST));
  write('package-lock.json', JSON.stringify(LOCK));

  /** Leaves what npm leaves, in a hundredth of its time. */
  const installByHand = () => {
    write('node_modules/part/package.json', PART);
    write('node_modules/.package-lock.json', '{}');
  };

  /** @param {string} script @param {boolean} [byNpm] whether a process like npm starts it */
  const run = (script, byNpm = false) => {
    // The script has its own process group, so that processes left by a killed script can be ended
    // too.
    const command = `${process.execPath} ${join('scripts', script)}`;
    const child = spawn('sh', ['-c', byNpm ? `${command}; true` : `exec ${command}`], {
      cwd: folder,
      detached: true,
      env: { ...process.env, npm_lifecycle_event: byNpm ? 'start' : undefined },
    });
    started.push(child);
    let output = '';
    child.stdout.on('data', (text) => (output += String(text)));
    child.stderr.on('data', (text) => (output += String(text)));
    const ended = once(child, 'close');
    return {
      child,
      output: () => output,
      ended: async () => {
        await ended;
        return child.exitCode;
      },
      /** @param {string} text */
      saw: async (text) => {
        while (!output.includes(text)) {
          if (child.exitCode !== null) throw new Error(`It ended without "${text}":\n${output}`);
          await sleep(20);
        }
      },
    };
  };

  const killAll = () => {
    for (const { pid } of started) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // All processes of the group have ended.
      }
    }
  };
  return { folder, write, readLines, installByHand, run, killAll };
}
