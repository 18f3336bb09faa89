import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#config/paths.ts';

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

/** Creates a small Debian with the current Node, for machines that cannot pull an image. */
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

/** Lists the options that give npm inside the image the same access to its registry. */
function listBuildOptions(): string {
  const cache = `--volume ${path.join(homedir(), '.npm')}:/root/.npm`;
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  if (authority === undefined) return cache;
  return `${cache} --volume ${authority}:/ca.pem --env NODE_EXTRA_CA_CERTS=/ca.pem`;
}

/**
 * Starts the image's files read-only, with an empty /tmp and /data, as its user and without
 * capabilities. This equals `podman run --read-only --cap-drop all`, and also works where podman
 * may not create a cgroup.
 */
function startLocked(root: string, port: number): ChildProcess {
  const script = `
    mount --bind ${root} ${root} && mount -o remount,bind,ro ${root} &&
    mount -t tmpfs tmpfs ${root}/tmp && mount -t proc proc ${root}/proc &&
    mount --bind /dev ${root}/dev && mount -t tmpfs -o uid=10001,gid=10001 tmpfs ${root}/data &&
    exec chroot ${root} setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs \\
      --bounding-set=-all --inh-caps=-all sh -c 'cd /app && exec "$@"' - node apps/api/dist/main.js`;
  const settings = { NODE_ENV: 'production', DATA_DIR: '/data', HOST: '127.0.0.1' };
  // There is no hosts file that resolves localhost.
  const env = { ...settings, PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };
  return spawn('unshare', ['--mount', 'sh', '-c', script], {
    env: { ...env, PORT: String(port), MQTT_HOST: '127.0.0.1', MQTT_PORT: '0', SEED: 'none' },
    stdio: 'ignore',
  });
}

/** Builds the image, runs it locked down with only its own volume, and stops it. */
export async function tryContainer(port: number) {
  const base = process.env['TEST_BASE_IMAGE'] ?? makeBaseImage();
  const how = `build --network host --isolation chroot --format docker ${listBuildOptions()}`;
  mustRun('podman', ...words(`${how} --build-arg BASE_IMAGE=${base} -t ${image} .`));
  const described = mustRun('podman', 'inspect', '--format', '{{.Config.User}}', image);
  const program = startLocked(mustRun('podman', 'image', 'mount', image), port);
  try {
    const request = async (url: string) =>
      (await fetch(`http://127.0.0.1:${port}${url}`).catch(() => null))?.status;
    for (let tries = 0; tries < 120 && (await request('/readyz')) !== 200; tries += 1)
      await sleep(500);
    const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
    const seen = {
      user: described,
      ready: await request('/readyz'),
      page: await request('/login'),
      uid: /^Uid:\t(\d+)/m.exec(status)?.[1],
      rights: /^CapBnd:\t(\w+)/m.exec(status)?.[1],
      root: readFileSync(`/proc/${program.pid}/mounts`, 'utf8').split('\n')[0] ?? '',
    };
    program.kill('SIGTERM');
    const [exit] = (await once(program, 'exit')) as [number | null];
    return { ...seen, exit };
  } finally {
    program.kill('SIGKILL');
    run('podman', 'image', 'unmount', image);
  }
}
