import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fromBase32 } from '@tanren/user-pool/testing/pool-client';
import { eq } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { signInDoor } from '#modules/booking/door/door-accounts.ts';
import { signInMachine } from '#modules/machines/machines.service.ts';
import { findMachine } from '#modules/machines/machines.store.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { type Outcome, runProgram, runWithin } from '#test/support/server/running-server.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { machinesLine, readMachinesCommand } from './machines-command.ts';

const read = (line: string) => readMachinesCommand(line.split(' ').filter((word) => word !== ''));

test.each([
  ['add --gym 1 --type 16', { name: 'add', gymId: 1, workoutTypeId: 16 }],
  [
    'add --type 2 --gym 1 --min 2.5 --max 80 --step 0.5',
    { name: 'add', gymId: 1, workoutTypeId: 2, minLoad: 2.5, maxLoad: 80, loadStep: 0.5 },
  ],
  ['list', { name: 'list' }],
  ['renew 12', { name: 'renew', id: 12 }],
  ['retire 12', { name: 'retire', id: 12 }],
  ['door 2', { name: 'door', id: 2, renew: null }],
  ['door 2 --renew', { name: 'door', id: 2, renew: 'all' }],
  ['door 2 --renew-account', { name: 'door', id: 2, renew: 'account' }],
  [
    'mosquitto --out a/b',
    { name: 'mosquitto', out: 'a/b', place: { tls: null, nodesHost: '127.0.0.1' } },
  ],
  [
    'mosquitto --out a/b --cert /c.pem --key /k.pem --nodes 10.0.0.5',
    {
      name: 'mosquitto',
      out: 'a/b',
      place: { tls: { certificate: '/c.pem', key: '/k.pem' }, nodesHost: '10.0.0.5' },
    },
  ],
  ['record 12 --out a.jsonl', { name: 'record', id: 12, out: 'a.jsonl', minutes: 60 }],
  ['record 12 --out a --minutes 5', { name: 'record', id: 12, out: 'a', minutes: 5 }],
])('%s', (line, command) => {
  expect(read(line)).toEqual(command);
});

test.each([
  ['', /^$/],
  ['remove 1', /unknown command: remove/],
  ['add --gym 1', /--type/],
  ['add --gym x --type 1', /--gym/],
  ['add --gym 0 --type 1', /--gym/],
  ['add --gym 1 --type 1 --min 1.25', /--min/],
  ['add --gym 1 --type 1 --max -3', /max/],
  ['add --gym 1 --type 1 --colour red', /colour/],
  ['list all', /too many words/],
  ['renew', /renew <id>/],
  ['retire 1 2', /too many words/],
  ['door', /door <id>/],
  ['retire 1 --renew', /--renew is for door/],
  ['door 0', /door <id>/],
  ['door 1 2', /too many words/],
  ['mosquitto', /--out/],
  ['record --out a', /record <id>/],
  ['record 12', /--out/],
  ['record 12 --out a --minutes 0', /--minutes/],
  ['mosquitto --out a --cert c', /--key/],
  ['mosquitto --out a --nodes broker', /--nodes/],
])('rejects %j', (line, reason) => {
  expect(() => read(line)).toThrow(reason);
});

const bundle = inject('programs').server;
const command = path.join(path.dirname(bundle.main), 'machines.js');
const { db, url } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });

const runBundled = (line: string, settings: Record<string, string>) =>
  runProgram(command, line, settings);
const run = (line: string, settings: Record<string, string>) =>
  runWithin(machinesLine, line, { DATABASE_URL: url, ...settings });

function readCredentials({ stdout }: Outcome) {
  const id = Number(/^ +machine +(\d+)$/m.exec(stdout)?.[1]);
  const secret = /^ +secret +(\S+)$/m.exec(stdout)?.[1] ?? '';
  return { id, secret };
}

const configured = {
  DATABASE_URL: url,
  DATA_DIR: '/nowhere',
  PUBLIC_URL: 'https://gym.example',
  TRAINER_CODE_KEY: Buffer.alloc(32, 'door').toString('base64url'),
};

test('adds, lists, renews and retires machines', async () => {
  const added = await runBundled('add --gym 1 --type 6 --max 60', configured);
  expect(added.stderr).toBe('');
  const { id, secret } = readCredentials(added);
  expect(await signInMachine(db, id, Buffer.from(secret))).not.toBeNull();
  expect(added.stdout).toContain('6 アームカール');
  expect(added.stdout).toContain('2.5-60 kg by 2.5');
  expect(added.stdout).toContain('https://gym.example/tanren-link');
  expect(added.stdout).toMatch(/[█▀▄]{5}/);

  const listed = await run('list', configured);
  expect(listed.stdout).toContain(`${id}  1 鍛錬ジム  6 アームカール  2.5-60 kg by 2.5  offline`);
  expect(listed.stdout).not.toContain(secret);

  const renewed = readCredentials(await run(`renew ${id}`, configured));
  expect(await signInMachine(db, id, Buffer.from(secret))).toBeNull();
  expect(await signInMachine(db, id, Buffer.from(renewed.secret))).not.toBeNull();

  expect((await run(`retire ${id}`, configured)).code).toBe(0);
  expect((await findMachine(db, id))?.retiredAt).not.toBeNull();
});

function readDoor({ stdout }: Outcome) {
  const secret = /^ +secret +([A-Z2-7]+)$/m.exec(stdout)?.[1] ?? '';
  const password = /^ +password +([\w-]{43})$/m.exec(stdout)?.[1] ?? null;
  return { secret, password };
}

test('prints the code secret and the account for a door lock', async () => {
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, 1));
  const shown = await run('door 1', configured);
  expect(shown.stderr).toBe('');
  const { secret, password } = readDoor(shown);
  expect(fromBase32(secret)).toEqual(gym?.doorSecret);
  expect(shown.stdout).toMatch(/^ +seats +10\n(.*\n)? +account +door-1$/m);
  expect(await signInDoor(db, 1, Buffer.from(password ?? ''))).not.toBeNull();
  expect(await signInDoor(db, 1, Buffer.from('x'))).toBeNull();
  expect(await signInDoor(db, 9, Buffer.from(password ?? ''))).toBeNull();

  // The secret is stored encrypted and printed again unchanged. The password is printed only once.
  const [sealed] = await db.select().from(gyms).where(eq(gyms.id, 1));
  expect(sealed?.doorSecret).not.toEqual(gym?.doorSecret);
  expect(readDoor(await run('door 1', configured))).toEqual({ secret, password: null });
  const account = readDoor(await run('door 1 --renew-account', configured));
  expect(account.secret).toBe(secret);
  expect(await signInDoor(db, 1, Buffer.from(password ?? ''))).toBeNull();
  expect(await signInDoor(db, 1, Buffer.from(account.password ?? ''))).not.toBeNull();

  const renewed = await run('door 1 --renew', configured);
  expect(renewed.stdout).toContain('The secret is a new one: until the lock has it');
  expect(renewed.stdout).not.toContain(secret);
  expect(readDoor(renewed).password).not.toBe(account.password);
});

test('explains each command that cannot be carried out in one line', async () => {
  for (const [line, reason] of [
    ['add --gym 9 --type 1', 'tanren: there is no gym 9\n'],
    ['door 9', 'tanren: there is no gym 9\n'],
    ['renew 999999', 'tanren: there is no machine 999999 in use\n'],
    ['record 999999 --out /tmp/x', 'tanren: there is no machine 999999\n'],
  ] as const) {
    expect(await run(line, configured)).toEqual({ code: 1, stdout: '', stderr: reason });
  }
  const wrong = await run('dance', configured);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toMatch(/^tanren: unknown command: dance\n\nUsage: /);
  const asDoor = { ...configured, MQTT_URL: 'mqtt://door-1:x@localhost' };
  expect((await run('mosquitto --out /tmp/x', asDoor)).stderr).toContain('the name of a lock');
  for (const address of ['tanren:x@localhost', 'tanren:x@localhost:1883']) {
    const noPort = await run('mosquitto --out /tmp/x', {
      ...configured,
      MQTT_URL: `mqtt://${address}`,
    });
    expect(noPort.stderr).toMatch(
      /^tanren: MQTT_URL must name a port for nodes, like :1884, .*\n$/,
    );
  }
  const noAccount = await run('mosquitto --out /tmp/x', configured);
  expect(noAccount.stderr).toMatch(/^tanren: set MQTT_URL .*\n$/);
});

test('writes Mosquitto files with the accounts of machines in use, and only password hashes are readable', async () => {
  const { id } = readCredentials(await run('add --gym 1 --type 1', configured));
  const out = path.join(await makeScratchFolder(), 'broker');
  const settings = { ...configured, MQTT_URL: 'mqtt://tanren:a%20secret@localhost:1999' };
  const written = await run(`mosquitto --out ${out}`, settings);
  expect(written.stdout.trim().split('\n')).toEqual(
    ['passwords', 'acl', 'mosquitto.conf'].map((name) => path.join(out, name)),
  );
  const passwords = await readFile(path.join(out, 'passwords'), 'utf8');
  expect(passwords).toContain(`\n${id}:${(await findMachine(db, id))?.secretHash}\n`);
  expect(passwords).toMatch(/^door-1:\$7\$101\$/m);
  expect(passwords).toMatch(/^tanren:\$7\$101\$/);
  expect(passwords).not.toContain('a secret');
  expect((await stat(path.join(out, 'passwords'))).mode & 0o777).toBe(0o640);
  const acl = await readFile(path.join(out, 'acl'), 'utf8');
  expect(acl).toContain('pattern write tanren/machines/%u/workouts');
  expect(acl).toContain('user door-1\ntopic write tanren/gyms/1/door\n');
  const conf = await readFile(path.join(out, 'mosquitto.conf'), 'utf8');
  expect(conf).toContain(`password_file ${out}/passwords`);
  expect(conf.match(/^listener .*$/gm)).toEqual(['listener 1883', 'listener 1999 127.0.0.1']);
});

test('starts the embedded database in a folder that no server has used yet', async () => {
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  expect(await runBundled('list', { DATA_DIR: dataDir })).toEqual({
    code: 0,
    stdout: 'There are no machines yet.\n',
    stderr: '',
  });
});
