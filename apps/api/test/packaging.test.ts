import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeMosquitto } from '#mqtt/mosquitto-files.ts';
import { projectRoot } from '#config/paths.ts';
import { isOnPath, run, tryContainer } from './support/server/container.ts';
import { bySize } from './support/failures.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

test.each([
  'Containerfile',
  'compose.yaml',
  'ops/compose/mosquitto.conf',
  'ops/compose/create-program-role.sh',
  'ops/systemd/tanren.service',
  'ops/systemd/tanren-backup.service',
  'ops/haproxy/haproxy.cfg',
])('%s names no registry and no secret', (file) => {
  expect(read(file)).not.toMatch(/\b[\w-]+\.(?:io|com|org|net|dev)\b|PASSWORD=\S/);
});

test('the Containerfile knows every workspace, and every file it copies exists', () => {
  const text = read('Containerfile');
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
  const folders = Object.keys(lock.packages).filter((name) =>
    workspaces.some((pattern) => new RegExp(`^${pattern.replace('*', '[^/]+')}$`).test(name)),
  );
  expect(folders.length).toBeGreaterThan(6);
  for (const folder of folders) expect(text).toContain(`COPY ${folder}/package.json ${folder}/\n`);
  const copied = [...text.matchAll(/^COPY ([^-\n].*) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' ').filter((name) => name !== '.'),
  );
  for (const file of copied) expect(read(file)).not.toBe('');
});

test('the image runs without privileges and has a health check', () => {
  const last =
    read('Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(last).toMatch(/^USER 10001:10001$/m);
  // The embedded PostgreSQL refuses to start for a user without a name.
  expect(last).toMatch(/^COPY --from=packages \/etc\/passwd \/etc\/group \/etc\/$/m);
  expect(last).toMatch(/^HEALTHCHECK [^]*\/healthz/m);
  expect(last).not.toMatch(/^(RUN|ADD) /m);
});

test('the image contains neither data nor build output', () => {
  const ignored = read('.containerignore');
  expect(read('.dockerignore')).toBe(ignored);
  expect(ignored.split('\n')).toEqual(
    expect.arrayContaining(['.git', '.data', '**/node_modules', '**/dist']),
  );
});

interface Service {
  readonly image: string;
  readonly ports?: readonly string[];
  readonly security_opt: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const { services } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};

test('compose has PostgreSQL 18, Mosquitto with TLS, and a program that can write only its data', () => {
  expect(Object.keys(services)).toEqual(['database', 'program', 'accounts', 'broker']);
  expect(services['database']?.image).toMatch(/:-postgres:18\.\d+\}$/);
  for (const name of ['program', 'accounts', 'broker']) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  }
  for (const { security_opt: options } of Object.values(services)) {
    expect(options).toEqual(['no-new-privileges:true']);
  }
  expect(services['program']?.ports).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:9464:9464']);
  expect(services['database']?.ports).toBeUndefined();
  expect(services['broker']?.ports).toEqual(['8883:8883']);
  for (const name of ['program', 'database']) {
    expect(services[name]).toHaveProperty('healthcheck.test');
  }
});

test('the broker of compose has the exported limits, and TLS for machines', () => {
  const nobody = {
    server: { username: 'tanren', password: 'x', port: 1884 },
    machines: [],
    doors: [],
  };
  const exported = describeMosquitto(nobody, '/x')['mosquitto.conf'].split('\n');
  const limits = exported.filter((line) =>
    /^(allow_|persistence|retain_|max_|set_|use_)/.test(line),
  );
  expect(limits.length).toBeGreaterThan(5);
  const text = read('ops/compose/mosquitto.conf');
  expect(text.split('\n')).toEqual(expect.arrayContaining(limits));
  expect(text).toMatch(/^listener 8883\ncertfile \S+\nkeyfile \S+$/m);
});

test('these files use only settings of the program', () => {
  const unit = read('ops/systemd/tanren.service');
  const ofUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );
  const set = [...Object.keys(services['program']?.environment ?? {}), ...ofUnit];
  const documented = read('docs/settings.md');
  const unknown = set.filter((name) => !documented.includes(`\`${name}\``));
  expect(set.length).toBeGreaterThan(10);
  expect(unknown).toEqual(['NODE_ENV']);
});

test('the systemd unit sandboxes the program', () => {
  expect(read('ops/systemd/tanren.service').split('\n')).toEqual(
    expect.arrayContaining([
      'DynamicUser=yes',
      // The exit code of an error in the settings (main.test.ts).
      'RestartPreventExitStatus=78',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'CapabilityBoundingSet=',
      'SystemCallFilter=@system-service',
    ]),
  );
});

test('the nightly backup has the account, the folders and the settings of the program', () => {
  const shared = /^(?:DynamicUser|User|WorkingDirectory|EnvironmentFile)=.*$|\bDATA_DIR=\S+/gm;
  const [program, backup] = ['tanren', 'tanren-backup'].map((name) =>
    read(`ops/systemd/${name}.service`).match(shared),
  );
  expect(program).toHaveLength(5);
  expect(backup).toEqual(program);
});

test('the proxy uses HTTP/2, keeps WebSockets open, and checks the readiness of nodes', () => {
  expect(read('ops/haproxy/haproxy.cfg').split('\n')).toEqual(
    expect.arrayContaining([
      '  bind :443 ssl crt /etc/haproxy/tanren.pem alpn h2,http/1.1',
      '  option httpchk GET /readyz',
      '  timeout check 5s',
      // The timeout is longer than the heartbeat of both sides, which is 30 s.
      '  timeout tunnel 90s',
      '  option forwardfor',
    ]),
  );
});

/** Programs that parse the files, where they are installed. */
const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  async haproxy() {
    const folder = await makeScratchFolder();
    const pem = path.join(folder, 'tanren.pem');
    const tls = ['certificate.pem', 'key.pem'].map((name) =>
      read(`apps/api/test/support/tls/${name}`),
    );
    writeFileSync(pem, tls.join(''));
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(file, read('ops/haproxy/haproxy.cfg').replace('/etc/haproxy/tanren.pem', pem));
    return run('haproxy', '-c', '-f', file).status;
  },
  async 'systemd-analyze'() {
    const [unit, ...others] = [
      'tanren.service',
      'tanren-backup.service',
      'tanren-backup.timer',
    ].map((name) => `ops/systemd/${name}`);
    const verified = run('systemd-analyze', 'verify', String(unit), ...others);
    const judged = run(
      'systemd-analyze',
      'security',
      '--offline=yes',
      '--threshold=20',
      String(unit),
    );
    return verified.stderr === '' ? judged.status : verified.stderr;
  },
  async debootstrap() {
    const { root, ...seen } = await tryContainer(3917);
    expect(seen).toEqual({
      user: '10001:10001',
      ready: 200,
      page: 200,
      uid: '10001',
      rights: '0000000000000000',
      exit: 0,
    });
    expect(root).toMatch(/ \/ \S+ ro,/);
    return 0;
  },
};

test.each(bySize([], Object.keys(readers).filter(isOnPath)))(
  '%s accepts its own configuration',
  async (program) => {
    expect(await readers[program]?.()).toBe(0);
  },
  1_800_000,
);
