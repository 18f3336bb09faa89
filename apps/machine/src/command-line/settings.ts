import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MachineTiming, usualTiming } from '#machine-timing.ts';
import type { Arguments } from './arguments.ts';
import { UsageError } from './usage-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly brokerUrl: string;
  /** In PEM; null: the usual authorities. */
  readonly brokerCa: Buffer | null;
  readonly webOrigin: string;
  readonly credentialsFile: string;
  readonly journalFolder: string;
  readonly timing: MachineTiming;
}

/**
 * The server's own settings lead to the server; what is typed goes before.
 *
 * @throws UsageError when the file of --ca cannot be read
 */
export function readSettings(args: Arguments, env: Environment, projectRoot: string): Settings {
  const dataDir = path.resolve(projectRoot, env['DATA_DIR'] || '.data');
  return {
    brokerUrl: args.url ?? withoutAccount(env['MQTT_URL']) ?? localBroker(env),
    brokerCa: readCa(args.ca ?? ownCertificate(args, env, projectRoot)),
    webOrigin: args.web ?? (env['PUBLIC_URL'] || `http://localhost:${env['PORT'] || 3000}`),
    credentialsFile: path.join(dataDir, 'machines.json'),
    journalFolder: path.resolve(args.journal ?? path.join(dataDir, 'machine-journals')),
    timing:
      args.resendSeconds === null
        ? usualTiming
        : { ...usualTiming, resendMs: args.resendSeconds * 1000 },
  };
}

/** MQTT_URL may carry the server's own account, which is not a machine's. */
function withoutAccount(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

function localBroker(env: Environment): string {
  const [protocol, port] = env['MQTT_TLS_CERT'] ? ['mqtts', 8883] : ['mqtt', 1883];
  const listened = env['MQTT_HOST'] ?? '';
  const host = ['', '0.0.0.0', '::'].includes(listened) ? 'localhost' : listened;
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${env['MQTT_PORT'] || port}`;
}

/** One that is signed by itself is known by nobody else. */
function ownCertificate(args: Arguments, env: Environment, projectRoot: string): string | null {
  const file = env['MQTT_TLS_CERT'];
  return file && args.url === null && !env['MQTT_URL'] ? path.resolve(projectRoot, file) : null;
}

function readCa(file: string | null): Buffer | null {
  if (file === null) return null;
  try {
    return readFileSync(file);
  } catch {
    throw new UsageError(`The certificates in ${file} cannot be read.`);
  }
}
