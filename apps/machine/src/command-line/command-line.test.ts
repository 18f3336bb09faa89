import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeScratchFolder } from '@tanren/simulator/testing/test-gym';
import { readArguments, UsageError } from './arguments.ts';
import { splitKeys } from './controls.ts';
import { chooseDoor, readSettings } from './settings.ts';

test('defaults to machine 1, by hand, in real time', () => {
  expect(readArguments([])).toMatchObject({
    machineIds: null,
    auto: false,
    workouts: null,
    speed: 1,
    json: false,
  });
});

test.each([['--all'], ['--auto'], ['--workouts=3']])('%s lifts by itself', (argument) => {
  expect(readArguments([argument]).auto).toBe(true);
});

test('accepts several machines', () => {
  expect(readArguments(['--machine', '1,2, 15']).machineIds).toEqual([1, 2, 15]);
});

test('accepts a secret that begins with a dash', () => {
  expect(readArguments(['--secret', '-x', '--json'])).toMatchObject({ secret: '-x', json: true });
});

test.each([
  [['--machine', 'x'], '--machine does not take "x"'],
  [['--speed', '0'], '--speed does not take "0"'],
  [['--workouts', '1.5'], '--workouts does not take "1.5"'],
  [['--type', '17'], '--type does not take "17"'],
  [['--url', 'nowhere'], '--url must be an address'],
  [['--fast'], "Unknown option '--fast'"],
  [['--secret'], "Option '--secret <value>' argument missing"],
  [['--secret', '--json'], "Option '--secret' argument is ambiguous"],
  [['--all', '--secret', 's'], '--secret goes with one machine'],
  [['--door', '0'], '--door does not take "0"'],
  [['--door', '1', '--machine', '2'], '--door is a lock of its own'],
  [['--door', '1', '--secret', 's'], '--door-secret and --secret go together'],
  [['--door', '1', '--seats', '1001'], '--seats does not take "1001"'],
])('rejects %j with an explanation', (args, words) => {
  expect(() => readArguments(args)).toThrow(UsageError);
  expect(() => readArguments(args)).toThrow(words);
});

test('finds a lock by the printed values or by the demo world', async () => {
  const folder = await makeScratchFolder();
  const file = path.join(folder, 'machines.json');
  const choose = (...args: string[]) => chooseDoor(readArguments(args), 1, file);
  expect(choose('--door', '1', '--secret', 's', '--door-secret', 'MFRGG', '--seats', '7')).toEqual({
    gymId: 1,
    name: 'ジム1',
    secret: 's',
    doorSecret: Buffer.from('abc'),
    seats: 7,
  });
  expect(() => choose('--door', '1', '--secret', 's', '--door-secret', 'mfrgg')).toThrow('A to Z');
  expect(() => choose('--door', '1')).toThrow('There are no machines yet');
  const door = { gymId: 1, name: '神田', secret: 's', doorSecret: 'MFRGG', seats: 12 };
  writeFileSync(file, JSON.stringify({ machines: [], doors: [door] }));
  expect(choose('--door', '1')).toEqual({ ...door, doorSecret: Buffer.from('abc') });
  writeFileSync(file, JSON.stringify({ machines: [] }));
  expect(() => choose('--door', '1')).toThrow('npm run machines -- door 1');
});

test('names all invalid arguments at once', () => {
  expect(() => readArguments(['--speed', '-', '--gym', 'a'])).toThrow(/--gym.*\n.*--speed/);
});

test('trusts an embedded broker by its own certificate, and others by --ca', () => {
  const file = import.meta.filename;
  const env = { MQTT_TLS_CERT: file };
  const own = readSettings(readArguments([]), env, '/project');
  expect(own.brokerUrl).toBe('mqtts://localhost:8883');
  expect(own.brokerCa?.toString()).toContain('is known by its own certificate');
  const elsewhere = ['--url', 'mqtts://broker.example'];
  expect(readSettings(readArguments(elsewhere), env, '/project').brokerCa).toBeNull();
  const typed = readArguments([...elsewhere, '--ca', file]);
  expect(readSettings(typed, {}, '/project').brokerCa).not.toBeNull();
  const missing = readArguments(['--ca', '/nowhere/ca.pem']);
  expect(() => readSettings(missing, {}, '/project')).toThrow(UsageError);
});

test('finds the server by its settings, without its account', () => {
  const args = readArguments([]);
  const env = {
    MQTT_URL: 'mqtts://app:word@broker.example:8883',
    PUBLIC_URL: 'https://gym.example',
  };
  const settings = readSettings(args, env, '/project');
  expect(settings.brokerUrl).toBe('mqtts://broker.example:8883');
  expect(settings.webOrigin).toBe('https://gym.example');
  expect(settings.credentialsFile).toBe('/project/.data/machines.json');
  expect(readSettings(args, { MQTT_PORT: '2883' }, '/project').brokerUrl).toBe(
    'mqtt://localhost:2883',
  );
  expect(readSettings(args, { MQTT_HOST: '192.168.1.2' }, '/project').brokerUrl).toBe(
    'mqtt://192.168.1.2:1883',
  );
  expect(readSettings(args, { MQTT_HOST: '::' }, '/project').brokerUrl).toBe(
    'mqtt://localhost:1883',
  );
});

test('separates keys that arrive together', () => {
  expect(splitKeys(' \u001B[A\u001B[Bf\r\u0003')).toEqual([
    ' ',
    '\u001B[A',
    '\u001B[B',
    'f',
    '\r',
    '\u0003',
  ]);
});
