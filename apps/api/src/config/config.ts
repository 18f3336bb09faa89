import path from 'node:path';
import { type DatabaseSettings, readDatabaseSettings } from './database-settings.ts';
import { isLoopbackHost, readNetworks } from '#http/network-address.ts';
import { type OperatingSettings, readOperatingSettings } from './operating-settings.ts';
import { projectRoot } from './paths.ts';
import { readTracingSettings, type TracingSettings } from './tracing-settings.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export interface CognitoConfig {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly identityPoolId: string | null;
  /** The `iss` claim of its tokens. The keys are at `<issuer>/.well-known/jwks.json`. */
  readonly issuer: string;
}

/** Paths of files in PEM format. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface Config extends DatabaseSettings, OperatingSettings {
  /** 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** The origin members type into their browser. */
  readonly publicUrl: URL;
  /** Whether other machines may reach the server: HOST or PUBLIC_URL is more than this machine. */
  readonly exposed: boolean;
  /** Explicit exceptions to the settings that `exposure.ts` rejects on a reachable server. */
  readonly allowed: {
    readonly plainHttp: boolean;
    readonly plainMqtt: boolean;
    readonly outbox: boolean;
  };
  /** Addresses and ranges of proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** Whether a program older than the schema may start, which allows going back by one release. */
  readonly databaseAllowNewer: boolean;
  /** `null` uses the embedded broker. */
  readonly mqttUrl: string | null;
  /** The key with which a configured broker asks for accounts and rules. `null` answers none. */
  readonly mqttAccessKey: Buffer | null;
  /** The address on which the embedded broker listens for machines. */
  readonly mqttHost: string;
  readonly mqttPort: number;
  /** `null` when machines connect over plain TCP. */
  readonly mqttTls: TlsFiles | null;
  /** `null` uses the embedded user pool. */
  readonly cognito: CognitoConfig | null;
  /** `null` when mails are stored under `dataDir` instead of being sent. */
  readonly smtpUrl: string | null;
  /** The sender of mails to members. */
  readonly mailFrom: string;
  /**
   * The embedded pool's keys, for nodes that share no folder. `null` uses the ones in `dataDir`.
   */
  readonly userPoolKeys: string | null;
  /**
   * Whether the embedded pool accepts a plain password (USER_PASSWORD_AUTH) instead of its proof.
   */
  readonly userPoolPasswordAuth: boolean;
  /** The key that creates and finds trainers' codes. `null` uses the one in `dataDir`. */
  readonly trainerCodeKey: Buffer | null;
  /** The key that identifies us to push services. `null` derives it from the trainer code key. */
  readonly vapidKey: Buffer | null;
  /** Whether pages get a service worker, which opens them without a network. */
  readonly serviceWorker: boolean;
  /** Whether an empty database is filled with the demo world. */
  readonly seed: 'demo' | 'none';
  /** Whether simulated members of the demo world come and train. */
  readonly demoTraffic: boolean;
  readonly logLevel: LogLevel;
  /** `null` when traces are off. */
  readonly tracing: TracingSettings | null;
  /** Seconds that a node waits after SIGTERM until load balancers have noticed. */
  readonly drainSeconds: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.name = 'ConfigError';
    this.errors = errors;
  }
}

/** Decodes 32 bytes of base64url. Returns `null` for any other text. */
export function readTrainerCodeKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64url');
  return key.length === 32 && key.toString('base64url') === text ? key : null;
}

/**
 * Reads every setting and reports all errors together. It never quotes the value of a variable that
 * may hold a password.
 * HOST defaults to `localhost`: a fresh installation has demo accounts with a published password,
 * so opening it to other machines (HOST=0.0.0.0) must be a deliberate step. The same holds for
 * MQTT_HOST, because machines are often on another network than members.
 * SEED defaults to demo only on the embedded database of a server that other machines cannot reach.
 * A forgotten setting must not create fictitious members and accounts with a known password.
 * DEMO_TRAFFIC, which `npm start` always sets, is ignored without the demo world, on a reachable
 * server, and on an external broker.
 * DRAIN_SECONDS is ignored on the embedded database: no other node could take over meanwhile.
 * The proxy that makes PUBLIC_URL https runs on this machine unless TRUSTED_PROXIES is set.
 * A relative DATA_DIR starts at the project's root. If it started at the current folder, the same
 * command could open a different database.
 */
export function readConfig(env: Environment, baseDir: string = projectRoot): Config {
  const errors: string[] = [];
  const read = (name: string): string | null => env[name]?.trim() || null;

  const readPort = (name: string, fallback: number): number => {
    const text = read(name);
    if (text === null) return fallback;
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (port <= 65535) return port;
    errors.push(`${name} must be a port number from 0 to 65535`);
    return fallback;
  };

  const readSeconds = (name: string, fallback: number, max: number): number => {
    const text = read(name);
    if (text === null) return fallback;
    const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (seconds <= max) return seconds;
    errors.push(`${name} must be whole seconds from 0 to ${max}`);
    return fallback;
  };

  const readChoice = <C extends string>(name: string, choices: readonly C[], fallback: C): C => {
    const text = read(name);
    if (text === null) return fallback;
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    errors.push(`${name} must be one of: ${choices.join(', ')}`);
    return fallback;
  };

  const readUrl = (name: string, schemes: readonly string[]): URL | null => {
    const text = read(name);
    if (text === null) return null;
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url !== null && schemes.includes(url.protocol) && url.hostname !== '') return url;
    errors.push(
      `${name} must be a URL that starts with ${schemes.map((s) => `${s}//`).join(' or ')}`,
    );
    return null;
  };

  const readServiceUrl = (name: string, schemes: readonly string[]): string | null =>
    readUrl(name, schemes) === null ? null : read(name);

  const readYes = (name: string): boolean => readChoice(name, ['yes', 'no'], 'no') === 'yes';

  const port = readPort('PORT', 3000);
  const host = read('HOST') ?? 'localhost';
  const publicUrl = readPublicUrl() ?? new URL(`http://localhost:${port}`);

  function readPublicUrl(): URL | null {
    const url = readUrl('PUBLIC_URL', ['http:', 'https:']);
    if (url === null) return null;
    if (url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password)
      return url;
    errors.push(
      'PUBLIC_URL must be an origin without path, query or user, like https://gym.example',
    );
    return null;
  }

  function readCognito(): CognitoConfig | null {
    const userPoolId = read('COGNITO_USER_POOL_ID');
    const clientId = read('COGNITO_CLIENT_ID');
    const identityPoolId = read('COGNITO_IDENTITY_POOL_ID');
    const issuer = readUrl('COGNITO_ISSUER', ['http:', 'https:']) && read('COGNITO_ISSUER');
    const anySet = [userPoolId, clientId, identityPoolId, read('COGNITO_ISSUER')].some(
      (v) => v !== null,
    );
    if (!anySet) return null;

    if (userPoolId === null)
      errors.push('COGNITO_USER_POOL_ID is missing while another COGNITO_ setting is given');
    if (clientId === null)
      errors.push('COGNITO_CLIENT_ID is missing while another COGNITO_ setting is given');
    if (identityPoolId !== null && !/^[^:]+:.+$/.test(identityPoolId)) {
      errors.push('COGNITO_IDENTITY_POOL_ID must look like <region>:<id>');
    }
    const region = userPoolId === null ? null : (/^([^_]+)_.+$/.exec(userPoolId)?.[1] ?? null);
    if (userPoolId !== null && region === null)
      errors.push('COGNITO_USER_POOL_ID must look like <region>_<id>');
    if (userPoolId === null || clientId === null || region === null) return null;

    return {
      userPoolId,
      clientId,
      identityPoolId,
      // `iss` is compared as text, and Amazon's has no slash at its end.
      issuer:
        issuer?.replace(/\/+$/, '') ?? `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
    };
  }

  function readKey(name: string): Buffer | null {
    const text = read(name);
    if (text === null) return null;
    const key = readTrainerCodeKey(text);
    if (key === null) errors.push(`${name} must be 32 bytes as base64url (43 characters)`);
    return key;
  }

  function readTrustedProxies(): readonly string[] {
    const text = read('TRUSTED_PROXIES');
    if (text === null) return publicUrl.protocol === 'https:' ? ['127.0.0.0/8', '::1'] : [];
    if (text === 'none') return [];
    const networks = text.split(',').map((each) => each.trim());
    if (readNetworks(networks) !== null) return networks;
    errors.push(
      'TRUSTED_PROXIES must be addresses or ranges, like 10.0.0.2, 192.168.1.0/24, or none',
    );
    return [];
  }

  function readTls(): TlsFiles | null {
    const [certificate, key] = [read('MQTT_TLS_CERT'), read('MQTT_TLS_KEY')];
    if (certificate !== null && key !== null) {
      return { certificate: path.resolve(baseDir, certificate), key: path.resolve(baseDir, key) };
    }
    if (certificate !== null || key !== null)
      errors.push('MQTT_TLS_CERT and MQTT_TLS_KEY must be given together, each a file in PEM');
    return null;
  }

  const exposed = !isLoopbackHost(host) || !isLoopbackHost(publicUrl.hostname);
  const mqttTls = readTls();
  const database = readDatabaseSettings({ read, errors });
  const { databaseUrl } = database;
  const mqttUrl = readServiceUrl('MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']);
  const mqttPort = readPort('MQTT_PORT', mqttTls === null ? 1883 : 8883);
  const seed = readChoice(
    'SEED',
    ['demo', 'none'],
    databaseUrl === null && !exposed ? 'demo' : 'none',
  );
  const hasOwnBroker = mqttUrl === null && mqttTls === null && mqttPort !== 0;
  const wantsTraffic = readYes('DEMO_TRAFFIC');
  const config: Config = {
    port,
    host,
    publicUrl,
    exposed,
    allowed: {
      plainHttp: readYes('HTTP_ALLOW_PLAIN'),
      plainMqtt: readYes('MQTT_ALLOW_PLAIN'),
      outbox: readYes('MAIL_ALLOW_OUTBOX'),
    },
    trustedProxies: readTrustedProxies(),
    dataDir: path.resolve(baseDir, read('DATA_DIR') ?? '.data'),
    ...database,
    databaseAllowNewer: readYes('DATABASE_ALLOW_NEWER'),
    mqttUrl,
    mqttAccessKey: readKey('MQTT_ACCESS_KEY'),
    mqttHost: read('MQTT_HOST') ?? 'localhost',
    mqttPort,
    mqttTls,
    cognito: readCognito(),
    smtpUrl: readServiceUrl('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read('MAIL_FROM') ?? `TANREN <no-reply@${publicUrl.hostname}>`,
    userPoolKeys: read('USER_POOL_KEYS'),
    userPoolPasswordAuth: readChoice('USER_POOL_PASSWORD_AUTH', ['on', 'off'], 'off') === 'on',
    trainerCodeKey: readKey('TRAINER_CODE_KEY'),
    vapidKey: readKey('VAPID_KEY'),
    serviceWorker: readChoice('SERVICE_WORKER', ['yes', 'no'], 'yes') === 'yes',
    seed,
    demoTraffic: wantsTraffic && seed === 'demo' && !exposed && hasOwnBroker,
    logLevel: readChoice('LOG_LEVEL', logLevels, 'info'),
    tracing: readTracingSettings({ read, errors }),
    drainSeconds: readSeconds('DRAIN_SECONDS', databaseUrl === null ? 0 : 5, 300),
    ...readOperatingSettings({ read, readPort, readChoice, errors }),
  };
  if (config.mqttAccessKey !== null && (mqttUrl === null || config.metrics === null))
    errors.push('MQTT_ACCESS_KEY needs MQTT_URL, and METRICS_PORT for the port that brokers ask');
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}
