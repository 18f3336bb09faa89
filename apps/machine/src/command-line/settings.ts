import path from 'node:path';
import { type MachineTiming, usualTiming } from '#machine-timing.ts';
import type { Arguments } from './arguments.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly brokerUrl: string;
  readonly webOrigin: string;
  readonly credentialsFile: string;
  readonly journalFolder: string;
  readonly timing: MachineTiming;
}

/** The server's own settings lead to the server; what is typed goes before. */
export function readSettings(args: Arguments, env: Environment, projectRoot: string): Settings {
  const dataDir = path.resolve(projectRoot, env['DATA_DIR'] || '.data');
  return {
    brokerUrl: args.url ?? withoutAccount(env['MQTT_URL']) ?? localBroker(env['MQTT_PORT']),
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

function localBroker(port: string | undefined): string {
  return `mqtt://localhost:${port || 1883}`;
}
