import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#paths.ts';

const image = 'localhost/tanren-long-test';

export function run(command: string, ...args: readonly string[]) {
  const done = spawnSync(command, args, { encoding: 'utf8', cwd: projectRoot });
  return { status: done.status, stdout: done.stdout?.trim() ?? '', stderr: done.stderr ?? '' };
}

export function isOnPath(program: string): boolean {
  return run('which', program).status === 0;
}

function mustRun(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = run(command, ...args);
  if (status === 0) return stdout;
  throw new Error(`${command} ${args[0]} failed: ${stdout.slice(-1000)} ${stderr.slice(-2000)}`);
}

/** Where no image can be pulled: a small Debian with the Node that runs this. */
function makeBaseImage(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanren-base-'));
  try {
    mustRun('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', folder);
    const local = path.join(folder, 'usr/local');
    cpSync(realpathSync(process.execPath), path.join(local, 'bin/node'));
    const npm = path.dirname(path.dirname(realpathSync(mustRun('which', 'npm'))));
    mkdirSync(path.join(local, 'lib/node_modules'), { recursive: true });
    cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
    const name = 'localhost/tanren-base';
    mustRun('sh', '-c', `tar -C ${folder} -c . | podman import - ${name}`);
    return name;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const words = (line: string) => line.split(' ');

/** Builds the image, runs it locked down with nothing but its own volume, and stops it. */
export async function tryContainer(port: number) {
  const base = process.env['TEST_BASE_IMAGE'] ?? makeBaseImage();
  const cache = `--volume ${path.join(homedir(), '.npm')}:/root/.npm --env npm_config_prefer_offline=true`;
  const how = `build --network host --isolation chroot --format docker ${cache}`;
  mustRun('podman', ...words(`${how} --build-arg BASE_IMAGE=${base} -t ${image} .`));
  const locked = '--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges';
  const settings = `-e HOST=127.0.0.1 -e PORT=${port} -e MQTT_PORT=0 -e SEED=none`;
  const container = mustRun(
    'podman',
    ...words(`run --detach --network host --cgroups disabled ${locked} ${settings} ${image}`),
  );
  try {
    const ask = async (url: string) =>
      (await fetch(`http://127.0.0.1:${port}${url}`).catch(() => null))?.status;
    for (let tries = 0; tries < 120 && (await ask('/readyz')) !== 200; tries += 1) await sleep(500);
    const inside = (command: string) => run('podman', 'exec', container, 'sh', '-c', command);
    const seen = {
      ready: await ask('/readyz'),
      page: await ask('/login'),
      user: inside('id -u').stdout,
      write: inside('touch /app/x').stderr,
      health: run('podman', 'healthcheck', 'run', container).status,
      log: run('podman', 'logs', container).stdout,
    };
    mustRun('podman', 'stop', '--time', '30', container);
    return {
      ...seen,
      exit: mustRun('podman', 'inspect', '--format', '{{.State.ExitCode}}', container),
    };
  } finally {
    run('podman', 'rm', '--force', container);
  }
}
