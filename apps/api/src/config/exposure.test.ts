import { expect, test } from 'vitest';
import { ConfigError, type Environment, readConfig } from './config.ts';
import { listExposureWarnings, rejectUnsafeExposure } from './exposure.ts';

const complete = { PUBLIC_URL: 'https://gym.example', SMTP_URL: 'smtps://mail.gym.example' };
const tls = { MQTT_TLS_CERT: '/c', MQTT_TLS_KEY: '/k' };

async function rejections(env: Environment): Promise<string[]> {
  const rejected = await rejectUnsafeExposure(readConfig(env)).then(
    () => '',
    (error: unknown) => (error instanceof ConfigError ? error.message : String(error)),
  );
  return rejected === '' ? [] : rejected.split('\n').map((line) => line.split(' ')[0] ?? '');
}

test.each<[string, Environment, string[]]>([
  ['reachable from this machine only', {}, []],
  ['all settings complete', complete, []],
  ['https on this machine', { PUBLIC_URL: 'https://localhost' }, []],
  ['a container on this machine', { HOST: '0.0.0.0' }, ['SMTP_URL']],
  ['no mail', { PUBLIC_URL: 'https://gym.example' }, ['SMTP_URL']],
  ['no mail, acknowledged', { PUBLIC_URL: 'https://gym.example', MAIL_ALLOW_OUTBOX: 'yes' }, []],
  ['no https', { ...complete, PUBLIC_URL: 'http://gym.example' }, ['PUBLIC_URL']],
  ['no https in a private network', { ...complete, PUBLIC_URL: 'http://10.0.0.7' }, ['PUBLIC_URL']],
  [
    'no https, acknowledged',
    { ...complete, PUBLIC_URL: 'http://10.0.0.7', HTTP_ALLOW_PLAIN: 'yes' },
    [],
  ],
  ['neither', { PUBLIC_URL: 'http://10.0.0.7' }, ['PUBLIC_URL', 'SMTP_URL']],
  ['machines on this machine', { MQTT_HOST: '127.0.0.1' }, []],
  ['machines in a private network', { MQTT_HOST: '192.168.1.2' }, []],
  ['machines on every address', { MQTT_HOST: '0.0.0.0' }, ['MQTT_HOST']],
  ['machines on every IPv6 address', { MQTT_HOST: '::' }, ['MQTT_HOST']],
  ['machines on every address with TLS', { MQTT_HOST: '0.0.0.0', ...tls }, []],
  ['machines without TLS, acknowledged', { MQTT_HOST: '0.0.0.0', MQTT_ALLOW_PLAIN: 'yes' }, []],
  ['a broker in a private network', { MQTT_HOST: '0.0.0.0', MQTT_URL: 'mqtt://broker' }, []],
  ['a public broker', { MQTT_URL: 'mqtts://broker.gym.example' }, []],
  ['a public broker by plain TCP', { MQTT_URL: 'mqtt://broker.gym.example' }, ['MQTT_URL']],
  [
    'a public broker by plain TCP, acknowledged',
    { MQTT_URL: 'ws://203.0.113.9', MQTT_ALLOW_PLAIN: 'yes' },
    [],
  ],
])('%s', async (_name, env, expected) => {
  expect(await rejections(env)).toEqual(expected);
});

test('logs every deliberate exposure at each start', async () => {
  const warned = async (env: Environment) =>
    (await listExposureWarnings(readConfig(env))).map((line) => line.split(/[ :=]/)[1]);
  expect(await warned({})).toEqual([]);
  expect(await warned({ SEED: 'demo' })).toEqual([]);
  expect(await warned(complete)).toEqual([]);
  expect(await warned({ ...complete, SEED: 'demo' })).toEqual(['SEED']);
  const trial = {
    PUBLIC_URL: 'http://10.0.0.7',
    HTTP_ALLOW_PLAIN: 'yes',
    MAIL_ALLOW_OUTBOX: 'yes',
  };
  expect(await warned({ ...trial, MQTT_HOST: '0.0.0.0', MQTT_ALLOW_PLAIN: 'yes' })).toEqual([
    'HTTP_ALLOW_PLAIN',
    'MAIL_ALLOW_OUTBOX',
    'MQTT_ALLOW_PLAIN',
  ]);
});
