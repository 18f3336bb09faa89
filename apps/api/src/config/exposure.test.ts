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
  ['this machine alone', {}, []],
  ['everything in its place', complete, []],
  ['https on this machine', { PUBLIC_URL: 'https://localhost' }, []],
  ['a container of this machine', { HOST: '0.0.0.0' }, ['SMTP_URL']],
  ['no mail', { PUBLIC_URL: 'https://gym.example' }, ['SMTP_URL']],
  ['no mail, on purpose', { PUBLIC_URL: 'https://gym.example', MAIL_ALLOW_OUTBOX: 'yes' }, []],
  ['no https', { ...complete, PUBLIC_URL: 'http://gym.example' }, ['PUBLIC_URL']],
  ['no https inside the house', { ...complete, PUBLIC_URL: 'http://10.0.0.7' }, ['PUBLIC_URL']],
  [
    'no https, on purpose',
    { ...complete, PUBLIC_URL: 'http://10.0.0.7', HTTP_ALLOW_PLAIN: 'yes' },
    [],
  ],
  ['neither', { PUBLIC_URL: 'http://10.0.0.7' }, ['PUBLIC_URL', 'SMTP_URL']],
  ['machines of this machine', { MQTT_HOST: '127.0.0.1' }, []],
  ['machines of the house', { MQTT_HOST: '192.168.1.2' }, []],
  ['machines from anywhere', { MQTT_HOST: '0.0.0.0' }, ['MQTT_HOST']],
  ['machines from anywhere by IPv6', { MQTT_HOST: '::' }, ['MQTT_HOST']],
  ['machines from anywhere with TLS', { MQTT_HOST: '0.0.0.0', ...tls }, []],
  ['machines, on purpose', { MQTT_HOST: '0.0.0.0', MQTT_ALLOW_PLAIN: 'yes' }, []],
  ['a broker of the house', { MQTT_HOST: '0.0.0.0', MQTT_URL: 'mqtt://broker' }, []],
  ['a broker elsewhere', { MQTT_URL: 'mqtts://broker.gym.example' }, []],
  ['a broker elsewhere by plain TCP', { MQTT_URL: 'mqtt://broker.gym.example' }, ['MQTT_URL']],
  ['the same, on purpose', { MQTT_URL: 'ws://203.0.113.9', MQTT_ALLOW_PLAIN: 'yes' }, []],
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
