import path from 'node:path';
import { type DatabaseSettings, readDatabaseSettings } from './database-settings.ts';
import { isLoopbackHost, readNetworks } from '#http/network-address.ts';
import { type OperatingSettings, readOperatingSettings } from './operating-settings.ts';
import { projectRoot } from './paths.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export interface CognitoConfig {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly identityPoolId: string | null;
  /** `iss` of its tokens; the keys are at `<issuer>/.well-known/jwks.json`. */
  readonly issuer: string;
}

/** Paths of files in PEM. */
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
  /** Whether strangers may reach us: HOST or PUBLIC_URL is not this machine alone. */
  readonly exposed: boolean;
  /** Deliberate exceptions to what is refused where strangers may come; see `exposure.ts`. */
  readonly allowed: {
    readonly plainHttp: boolean;
    readonly plainMqtt: boolean;
    readonly outbox: boolean;
  };
  /** Addresses and ranges of proxies in front that may tell us the client's address. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** Whether a program older than the schema starts on it, to go back by one release. */
  readonly databaseAllowNewer: boolean;
  /** null: the embedded broker. */
  readonly mqttUrl: string | null;
  /** Where the embedded broker listens for machines. */
  readonly mqttHost: string;
  readonly mqttPort: number;
  /** null: machines come by plain TCP. */
  readonly mqttTls: TlsFiles | null;
  /** null: the embedded user pool. */
  readonly cognito: CognitoConfig | null;
  /** null: mail is kept under `dataDir`. */
  readonly smtpUrl: string | null;
  /** Whom members' mails come from. */
  readonly mailFrom: string;
  /** The embedded pool's keys, for nodes that share no folder; null: kept under `dataDir`. */
  readonly userPoolKeys: string | null;
  /** Whether the embedded pool takes a password itself (USER_PASSWORD_AUTH) instead of its proof. */
  readonly userPoolPasswordAuth: boolean;
  /** Makes and finds trainers' connection codes; null: kept under `dataDir`. */
  readonly trainerCodeKey: Buffer | null;
  /** What push services know us by; null: it follows from the key of trainers' codes. */
  readonly vapidKey: Buffer | null;
  /** Whether pages get a service worker, which opens them without a network. */
  readonly serviceWorker: boolean;
  /** Whether an empty database is filled with the demo world. */
  readonly seed: 'demo' | 'none';
  /** Whether people of the demo world come and train. */
  readonly demoTraffic: boolean;
  readonly logLevel: LogLevel;
  /** How long a node that was told to stop (SIGTERM) waits for balancers to notice. */
  readonly drainSeconds: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/** 32 bytes as base64url; null for anything else. */
export function readTrainerCodeKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64url');
  return key.length === 32 && key.toString('base64url') === text ? key : null;
}

/**
 * Reads every setting and reports all mistakes together. No value is ever quoted from
 * a variable that may hold a password.
 *
 * HOST defaults to `localhost`: a fresh installation has demo accounts with a published
 * password, so letting other machines in (HOST=0.0.0.0) is a deliberate step, and so is
 * MQTT_HOST for machines, which often come by another network than members.
 * SEED defaults to demo only on the embedded database and where no stranger can come: nobody
 * else must get members who don't exist, and accounts anyone can open, because a setting was
 * forgotten.
 * DEMO_TRAFFIC is a wish, which `npm start` always has: nothing of it happens without the demo
 * world, where strangers may come, or on a broker that is not our own.
 * DRAIN_SECONDS is nothing on the embedded database: no other node could take over meanwhile.
 * The proxy that makes PUBLIC_URL https runs beside us unless TRUSTED_PROXIES says where.
 * A relative DATA_DIR is taken from the project's root, not from the folder one happens
 * to stand in: otherwise the same command would find a different database.
 */
export function readConfig(env: Environment, baseDir: string = projectRoot): Config {
  const mistakes: string[] = [];
  const read = (name: string): string | null => env[name]?.trim() || null;

  const readPort = (name: string, fallback: number): number => {
    const text = read(name);
    if (text === null) return fallback;
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (port <= 65535) return port;
    mistakes.push(`${name} must be a port number from 0 to 65535`);
    return fallback;
  };

  const readSeconds = (name: string, fallback: number, most: number): number => {
    const text = read(name);
    if (text === null) return fallback;
    const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (seconds <= most) return seconds;
    mistakes.push(`${name} must be whole seconds from 0 to ${most}`);
    return fallback;
  };

  const readChoice = <C extends string>(name: string, choices: readonly C[], fallback: C): C => {
    const text = read(name);
    if (text === null) return fallback;
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    mistakes.push(`${name} must be one of: ${choices.join(', ')}`);
    return fallback;
  };

  const readUrl = (name: string, schemes: readonly string[]): URL | null => {
    const text = read(name);
    if (text === null) return null;
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url !== null && schemes.includes(url.protocol) && url.hostname !== '') return url;
    mistakes.push(
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
    mistakes.push(
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
      mistakes.push('COGNITO_USER_POOL_ID is missing while another COGNITO_ setting is given');
    if (clientId === null)
      mistakes.push('COGNITO_CLIENT_ID is missing while another COGNITO_ setting is given');
    if (identityPoolId !== null && !/^[^:]+:.+$/.test(identityPoolId)) {
      mistakes.push('COGNITO_IDENTITY_POOL_ID must look like <region>:<id>');
    }
    const region = userPoolId === null ? null : (/^([^_]+)_.+$/.exec(userPoolId)?.[1] ?? null);
    if (userPoolId !== null && region === null)
      mistakes.push('COGNITO_USER_POOL_ID must look like <region>_<id>');
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
    if (key === null) mistakes.push(`${name} must be 32 bytes as base64url (43 characters)`);
    return key;
  }

  function readTrustedProxies(): readonly string[] {
    const text = read('TRUSTED_PROXIES');
    if (text === null) return publicUrl.protocol === 'https:' ? ['127.0.0.0/8', '::1'] : [];
    if (text === 'none') return [];
    const networks = text.split(',').map((each) => each.trim());
    if (readNetworks(networks) !== null) return networks;
    mistakes.push(
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
      mistakes.push('MQTT_TLS_CERT and MQTT_TLS_KEY must be given together, each a file in PEM');
    return null;
  }

  const exposed = !isLoopbackHost(host) || !isLoopbackHost(publicUrl.hostname);
  const mqttTls = readTls();
  const database = readDatabaseSettings({ read, mistakes });
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
    drainSeconds: readSeconds('DRAIN_SECONDS', databaseUrl === null ? 0 : 5, 300),
    ...readOperatingSettings({ read, readPort, readChoice, mistakes }),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}
