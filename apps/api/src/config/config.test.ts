import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { projectRoot } from './paths.ts';

function listConfigErrors(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

test('uses embedded services on loopback when nothing is set', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    publicUrl: new URL('http://localhost:3000'),
    exposed: false,
    allowed: { plainHttp: false, plainMqtt: false, outbox: false },
    trustedProxies: [],
    dataDir: path.join(projectRoot, '.data'),
    databaseUrl: null,
    databaseMigrationUrl: null,
    databaseReadUrl: null,
    databaseAllowNewer: false,
    databaseLimits: { poolSize: 10, queryTimeoutMs: 5000, connectTimeoutMs: 3000 },
    mqttUrl: null,
    mqttAccessKey: null,
    mqttHost: 'localhost',
    mqttPort: 1883,
    mqttTls: null,
    cognito: null,
    smtpUrl: null,
    mailFrom: 'TANREN <no-reply@localhost>',
    userPoolKeys: null,
    userPoolPasswordAuth: false,
    trainerCodeKey: null,
    vapidKey: null,
    seed: 'demo',
    serviceWorker: true,
    demoTraffic: false,
    logLevel: 'info',
    tracing: null,
    drainSeconds: 0,
    nodeName: hostname(),
    metrics: null,
    requestTrace: true,
    slowQueryMs: 1000,
    limits: { bodyBytes: 65_536, requestMs: 30_000, perMember: 300, perAddress: 1200 },
    backup: { passphrase: null, pgDump: 'pg_dump' },
  });
});

test('treats an empty or blank variable as unset', () => {
  const blank = { PORT: '', HOST: ' ', DATABASE_URL: '', COGNITO_CLIENT_ID: '', SEED: '' };
  expect(readConfig(blank)).toEqual(readConfig({}));
});

test('reads every setting', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://gym.example',
    HTTP_ALLOW_PLAIN: 'yes',
    MQTT_ALLOW_PLAIN: 'yes',
    MAIL_ALLOW_OUTBOX: 'no',
    TRUSTED_PROXIES: '10.0.0.2, fd00::/8',
    DATA_DIR: 'somewhere',
    DATABASE_URL: 'postgres://u:p@db.example/tanren',
    DATABASE_MIGRATION_URL: 'postgres://owner:p@db.example/tanren',
    DATABASE_READ_URL: 'postgres://u:p@replica.example/tanren',
    DATABASE_ALLOW_NEWER: 'yes',
    DATABASE_POOL_SIZE: '20',
    DATABASE_QUERY_TIMEOUT_SECONDS: '5',
    DATABASE_CONNECT_TIMEOUT_SECONDS: '3',
    MQTT_URL: 'mqtts://broker.example',
    MQTT_ACCESS_KEY: Buffer.alloc(32, 9).toString('base64url'),
    MQTT_HOST: '192.168.1.2',
    MQTT_PORT: '2883',
    MQTT_TLS_CERT: '/etc/tanren/broker.pem',
    MQTT_TLS_KEY: 'broker.key',
    COGNITO_USER_POOL_ID: 'ap-northeast-1_AbC',
    COGNITO_CLIENT_ID: 'client',
    COGNITO_IDENTITY_POOL_ID: 'ap-northeast-1:1-2',
    SMTP_URL: 'smtp://mail.example:587',
    MAIL_FROM: 'Gym <mail@gym.example>',
    USER_POOL_KEYS: '{}',
    USER_POOL_PASSWORD_AUTH: 'on',
    TRAINER_CODE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    VAPID_KEY: Buffer.alloc(32, 8).toString('base64url'),
    SEED: 'none',
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dTpw, x-tenant=gym',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'shibuya',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    DRAIN_SECONDS: '20',
    SERVICE_WORKER: 'no',
    NODE_NAME: 'shibuya-1',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.5',
    REQUEST_TRACE: 'no',
    SLOW_QUERY_MS: '0',
    BODY_LIMIT: '131072',
    REQUEST_TIMEOUT_MS: '10000',
    RATE_LIMIT_MEMBER: '600',
    RATE_LIMIT_ADDRESS: '5000',
    BACKUP_PASSPHRASE: 'correct horse battery',
    PG_DUMP: '/usr/lib/postgresql/18/bin/pg_dump',
  });
  expect(config).toEqual({
    port: 0,
    host: '0.0.0.0',
    publicUrl: new URL('https://gym.example'),
    exposed: true,
    allowed: { plainHttp: true, plainMqtt: true, outbox: false },
    trustedProxies: ['10.0.0.2', 'fd00::/8'],
    dataDir: path.join(projectRoot, 'somewhere'),
    databaseUrl: 'postgres://u:p@db.example/tanren',
    databaseMigrationUrl: 'postgres://owner:p@db.example/tanren',
    databaseReadUrl: 'postgres://u:p@replica.example/tanren',
    databaseAllowNewer: true,
    databaseLimits: { poolSize: 20, queryTimeoutMs: 5000, connectTimeoutMs: 3000 },
    mqttUrl: 'mqtts://broker.example',
    mqttAccessKey: Buffer.alloc(32, 9),
    mqttHost: '192.168.1.2',
    mqttPort: 2883,
    mqttTls: {
      certificate: '/etc/tanren/broker.pem',
      key: path.join(projectRoot, 'broker.key'),
    },
    cognito: {
      userPoolId: 'ap-northeast-1_AbC',
      clientId: 'client',
      identityPoolId: 'ap-northeast-1:1-2',
      issuer: 'https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_AbC',
    },
    smtpUrl: 'smtp://mail.example:587',
    mailFrom: 'Gym <mail@gym.example>',
    userPoolKeys: '{}',
    userPoolPasswordAuth: true,
    trainerCodeKey: Buffer.alloc(32, 7),
    vapidKey: Buffer.alloc(32, 8),
    seed: 'none',
    serviceWorker: false,
    demoTraffic: false,
    logLevel: 'debug',
    tracing: {
      url: 'https://collector.example/otlp/v1/traces',
      headers: { authorization: 'Basic dTpw', 'x-tenant': 'gym' },
      serviceName: 'shibuya',
      sampledShare: 0.05,
    },
    drainSeconds: 20,
    nodeName: 'shibuya-1',
    metrics: { host: '10.0.0.5', port: 9464 },
    requestTrace: false,
    slowQueryMs: null,
    limits: { bodyBytes: 131_072, requestMs: 10_000, perMember: 600, perAddress: 5000 },
    backup: { passphrase: 'correct horse battery', pgDump: '/usr/lib/postgresql/18/bin/pg_dump' },
  });
});

test('accepts a database socket on this machine', () => {
  const socket = 'postgres:///tanren?host=/var/run/postgresql';
  expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
});

test('adds no demo data to a configured database unless DEMO asks for it', () => {
  const own = { DATABASE_URL: 'postgres://u:p@db.example/tanren' };
  expect(readConfig({}).seed).toBe('demo');
  expect(readConfig({ SEED: 'none' }).seed).toBe('none');
  expect(readConfig(own).seed).toBe('none');
  expect(readConfig({ ...own, SEED: 'demo' }).seed).toBe('demo');
});

test.each([
  [{}, false],
  [{ HOST: '127.0.0.1' }, false],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, false],
  [{ PUBLIC_URL: 'https://localhost' }, false],
  // A container listens on every address, and the program cannot know who can reach it.
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::', PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ HOST: '192.168.1.2' }, true],
  // A proxy on the same machine makes the server public although HOST is local.
  [{ PUBLIC_URL: 'https://gym.example' }, true],
  [{ PUBLIC_URL: 'http://192.168.1.2:3000' }, true],
])(
  '%o: is reachable from other networks: %s; then there is no demo unless it is requested',
  (env, exposed) => {
    expect(readConfig(env)).toMatchObject({ exposed, seed: exposed ? 'none' : 'demo' });
    expect(readConfig({ ...env, SEED: 'demo' }).seed).toBe('demo');
  },
);

test.each([
  [{}, true],
  [{ DATABASE_URL: 'postgres://u:p@db.example/tanren', SEED: 'demo' }, true],
  [{ SEED: 'none' }, false],
  [{ DATABASE_URL: 'postgres://u:p@db.example/tanren' }, false],
  [{ HOST: '0.0.0.0', SEED: 'demo' }, false],
  [{ PUBLIC_URL: 'https://gym.example', SEED: 'demo' }, false],
  [{ MQTT_URL: 'mqtt://broker.example' }, false],
  [{ MQTT_TLS_CERT: 'cert.pem', MQTT_TLS_KEY: 'key.pem' }, false],
  [{ MQTT_PORT: '0' }, false],
])('%o: starts demo traffic when it is requested: %s', (env, comes) => {
  expect(readConfig({ ...env, DEMO_TRAFFIC: 'yes' }).demoTraffic).toBe(comes);
  expect(readConfig(env).demoTraffic).toBe(false);
});

test('trusts a proxy on loopback when the public address is https, and otherwise only configured proxies', () => {
  const https = { PUBLIC_URL: 'https://gym.example' };
  expect(readConfig(https).trustedProxies).toEqual(['127.0.0.0/8', '::1']);
  expect(readConfig({ ...https, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8' }).trustedProxies).toEqual(['10.0.0.0/8']);
});

test('listens for machines on the standard port, which differs with TLS', () => {
  const tls = { MQTT_TLS_CERT: '/c', MQTT_TLS_KEY: '/k' };
  expect(readConfig(tls).mqttPort).toBe(8883);
  expect(readConfig({ ...tls, MQTT_PORT: '1883' }).mqttPort).toBe(1883);
  expect(readConfig({ HOST: '0.0.0.0' }).mqttHost).toBe('localhost');
});

test('derives the address from the port, keeps an absolute DATA_DIR and removes the slash of an issuer', () => {
  expect(readConfig({ PORT: '8080' }).publicUrl.href).toBe('http://localhost:8080/');
  expect(readConfig({ DATA_DIR: '/srv/tanren' }).dataDir).toBe('/srv/tanren');
  const cognito = { COGNITO_USER_POOL_ID: 'r_1', COGNITO_CLIENT_ID: 'c' };
  const issuer = 'http://localhost:9229/r_1/';
  expect(readConfig({ ...cognito, COGNITO_ISSUER: issuer }).cognito?.issuer).toBe(
    'http://localhost:9229/r_1',
  );
});

test('traces no call without an address, and every call with one', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'gym', OTEL_TRACES_SAMPLER: 'half' }).tracing).toBeNull();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  expect(readConfig(traces).tracing).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: 'tanren',
    sampledShare: 1,
  });
  const off = { ...traces, OTEL_TRACES_SAMPLER: 'always_off' };
  expect(readConfig(off).tracing?.sampledShare).toBe(0);
});

describe('invalid settings', () => {
  const pool = { COGNITO_USER_POOL_ID: 'r_1', COGNITO_CLIENT_ID: 'c' };
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  const share = { ...traces, OTEL_TRACES_SAMPLER: 'traceidratio' };
  test.each([
    [{ PORT: 'x' }, /^PORT must be a port/],
    [{ PORT: '-1' }, /^PORT must be a port/],
    [{ PORT: '65536' }, /^PORT must be a port/],
    [{ PORT: '3e3' }, /^PORT must be a port/],
    [{ MQTT_PORT: '1883.5' }, /^MQTT_PORT must be a port/],
    [{ PUBLIC_URL: 'gym.example' }, /^PUBLIC_URL must be a URL/],
    [{ PUBLIC_URL: 'ftp://gym.example' }, /^PUBLIC_URL must be a URL/],
    [{ PUBLIC_URL: 'https://gym.example/app' }, /^PUBLIC_URL must be an origin/],
    [{ PUBLIC_URL: 'https://a:b@gym.example' }, /^PUBLIC_URL must be an origin/],
    [{ DATABASE_URL: 'mysql://u@db/x' }, /^DATABASE_URL must be a URL/],
    [{ DATABASE_URL: 'postgres:///tanren' }, /^DATABASE_URL must be a URL/],
    [{ DATABASE_URL: 'postgres://a,b/tanren' }, /^DATABASE_URL must name one address: put HAProxy/],
    [{ DATABASE_URL: 'postgres://a/x?target_session_attrs=any' }, /^DATABASE_URL must have/],
    [{ DATABASE_POOL_SIZE: '0' }, /^DATABASE_POOL_SIZE must be a whole number from 1 to 1000$/],
    [{ DATABASE_QUERY_TIMEOUT_SECONDS: '1.5' }, /^DATABASE_QUERY_TIMEOUT_SECONDS must be a whole/],
    [{ DATABASE_CONNECT_TIMEOUT_SECONDS: '9999' }, /^DATABASE_CONNECT_TIMEOUT_SECONDS must be/],
    [{ MQTT_URL: 'mqtt:///?host=/run' }, /^MQTT_URL must be a URL/],
    [{ DATABASE_MIGRATION_URL: 'postgres://o@db/x' }, /^DATABASE_MIGRATION_URL is given without/],
    [
      { DATABASE_MIGRATION_URL: 'postgres://o@db/x', DATABASE_URL: 'postgres://db/x' },
      /^DATABASE_URL must name its user/,
    ],
    [{ DATABASE_READ_URL: 'postgres://u@db/x' }, /^DATABASE_READ_URL is given without/],
    [
      { DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'b' },
      /^DATABASE_READ_URL must be a URL/,
    ],
    [
      { DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'postgres://b,c/x' },
      /^DATABASE_READ_URL must name one address/,
    ],
    [{ MQTT_URL: 'http://broker' }, /^MQTT_URL must be a URL/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must be a URL/],
    [{ HTTP_ALLOW_PLAIN: '1' }, /^HTTP_ALLOW_PLAIN must be one of: yes, no$/],
    [{ TRUSTED_PROXIES: 'proxy.gym.example' }, /^TRUSTED_PROXIES must be addresses/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,' }, /^TRUSTED_PROXIES must be addresses/],
    [{ TRUSTED_PROXIES: '10.0.0.0/64' }, /^TRUSTED_PROXIES must be addresses/],
    [{ MQTT_TLS_CERT: '/c' }, /^MQTT_TLS_CERT and MQTT_TLS_KEY must be given together/],
    [{ MQTT_TLS_KEY: '/k' }, /^MQTT_TLS_CERT and MQTT_TLS_KEY must be given together/],
    [{ SEED: 'yes' }, /^SEED must be one of: demo, none$/],
    [{ USER_POOL_PASSWORD_AUTH: 'yes' }, /^USER_POOL_PASSWORD_AUTH must be one of: on, off$/],
    [{ TRAINER_CODE_KEY: 'short' }, /^TRAINER_CODE_KEY must be 32 bytes as base64url/],
    [{ TRAINER_CODE_KEY: `${'A'.repeat(42)}B` }, /^TRAINER_CODE_KEY must be 32 bytes/],
    [{ VAPID_KEY: 'short' }, /^VAPID_KEY must be 32 bytes as base64url/],
    [{ TRAINER_CODE_KEY: 'A'.repeat(44) }, /^TRAINER_CODE_KEY must be 32 bytes/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of: fatal/],
    [{ ...traces, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT/],
    [{ ...traces, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c/?k=v' }, /without a query$/],
    [{ ...traces, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL must be/],
    [{ ...traces, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, /^OTEL_EXPORTER_OTLP_HEADERS must be/],
    [{ ...traces, OTEL_TRACES_SAMPLER: 'half' }, /^OTEL_TRACES_SAMPLER must be one of: always_on/],
    [{ ...share, OTEL_TRACES_SAMPLER_ARG: '5%' }, /^OTEL_TRACES_SAMPLER_ARG must be a number/],
    [{ ...share, OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^OTEL_TRACES_SAMPLER_ARG must be a number/],
    [{ NODE_NAME: 'two words' }, /^NODE_NAME must be 1 to 63 letters/],
    [{ REQUEST_TRACE: 'on' }, /^REQUEST_TRACE must be one of: yes, no$/],
    [{ SLOW_QUERY_MS: '1s' }, /^SLOW_QUERY_MS must be a whole number from 0 to 600000$/],
    [{ BODY_LIMIT: '1' }, /^BODY_LIMIT must be a whole number from 16384/],
    [{ REQUEST_TIMEOUT_MS: '0' }, /^REQUEST_TIMEOUT_MS must be a whole number from 1000/],
    [{ RATE_LIMIT_MEMBER: '0' }, /^RATE_LIMIT_MEMBER must be a whole number from 1 /],
    [{ RATE_LIMIT_ADDRESS: '-5' }, /^RATE_LIMIT_ADDRESS must be a whole number from 1 /],
    [{ METRICS_PORT: 'x' }, /^METRICS_PORT must be a port/],
    [{ METRICS_HOST: '0.0.0.0' }, /^METRICS_HOST is given without METRICS_PORT/],
    [{ COGNITO_CLIENT_ID: 'c' }, /^COGNITO_USER_POOL_ID is missing/],
    [{ COGNITO_USER_POOL_ID: 'r_1' }, /^COGNITO_CLIENT_ID is missing/],
    // spec 5.23
    [{ ...pool, COGNITO_USER_POOL_ID: 'pool' }, /^COGNITO_USER_POOL_ID must look/],
    [{ ...pool, COGNITO_USER_POOL_ID: '_pool' }, /^COGNITO_USER_POOL_ID must look/],
    // spec 5.24
    [{ ...pool, COGNITO_IDENTITY_POOL_ID: 'pool' }, /^COGNITO_IDENTITY_POOL_ID must look/],
    [{ ...pool, COGNITO_ISSUER: 'somewhere' }, /^COGNITO_ISSUER must be a URL/],
  ])('%o', (env, expected) => {
    expect(listConfigErrors(env)).toEqual([expect.stringMatching(expected)]);
  });

  test('reports all invalid settings at once, one line each', () => {
    const errors = listConfigErrors({ PORT: 'x', SEED: 'x', COGNITO_ISSUER: 'x', LOG_LEVEL: 'x' });
    expect(errors).toHaveLength(6);
    for (const mistake of errors) expect(mistake).not.toContain('\n');
  });

  test('never repeats a password', () => {
    const secret = 'hunter2';
    const errors = listConfigErrors({
      PUBLIC_URL: `https://me:${secret}@gym.example`,
      DATABASE_URL: `mysql://me:${secret}@db`,
      DATABASE_MIGRATION_URL: `mysql://me:${secret}@db`,
      DATABASE_READ_URL: `mysql://me:${secret}@db`,
      MQTT_URL: `http://me:${secret}@broker`,
      SMTP_URL: `imap://me:${secret}@mail`,
      COGNITO_ISSUER: `ftp://me:${secret}@pool`,
      TRAINER_CODE_KEY: secret,
      VAPID_KEY: secret,
      OTEL_EXPORTER_OTLP_ENDPOINT: `ftp://me:${secret}@collector`,
      OTEL_EXPORTER_OTLP_HEADERS: secret,
    });
    expect(errors.length).toBeGreaterThan(4);
    expect(errors.join()).not.toContain(secret);
  });
});
