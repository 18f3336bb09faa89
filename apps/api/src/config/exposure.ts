import { lookup } from 'node:dns/promises';
import { type Config, ConfigError } from './config.ts';
import { isLoopbackHost, isPrivateHost } from '#http/network-address.ts';

type Exposure = Pick<
  Config,
  'exposed' | 'allowed' | 'publicUrl' | 'smtpUrl' | 'mqttUrl' | 'mqttHost' | 'mqttTls' | 'seed'
>;

/**
 * Rejects settings that are convenient on one machine and unsafe on a reachable server. Each has a
 * setting that allows it explicitly, for example for a trial inside a building. The demo world is
 * allowed by SEED itself.
 * @throws ConfigError with one line for each rejected setting
 */
export async function rejectUnsafeExposure(config: Exposure): Promise<void> {
  const { allowed, publicUrl } = config;
  const errors: string[] = [];
  if (comesByPlainHttp(config) && !allowed.plainHttp) {
    errors.push(
      `PUBLIC_URL is ${publicUrl.origin}, where passwords travel unencrypted: put a proxy with https in front and set PUBLIC_URL=https://…, or set HTTP_ALLOW_PLAIN=yes to do without`,
    );
  }
  if (keepsMails(config) && !allowed.outbox) {
    errors.push(
      'SMTP_URL is missing, so mails would stay in DATA_DIR and their codes in the log: set it, or set MAIL_ALLOW_OUTBOX=yes to do without mail',
    );
  }
  const plainMqtt = await describePlainMqtt(config);
  if (plainMqtt !== null && !allowed.plainMqtt) errors.push(plainMqtt);
  if (errors.length > 0) throw new ConfigError(errors);
}

/** Lists warnings for every start, so that an exception made for a trial is not forgotten. */
export async function listExposureWarnings(config: Exposure): Promise<string[]> {
  const warnings: string[] = [];
  if (config.exposed && config.seed === 'demo')
    warnings.push(
      'SEED=demo: whoever reaches this address can sign in as staff with the published password.',
    );
  if (comesByPlainHttp(config))
    warnings.push(
      'HTTP_ALLOW_PLAIN: passwords travel unencrypted between members and this program.',
    );
  if (keepsMails(config))
    warnings.push(
      'MAIL_ALLOW_OUTBOX: no mail goes out; whoever reads the log can take over an account.',
    );
  if ((await describePlainMqtt(config)) !== null)
    warnings.push('MQTT_ALLOW_PLAIN: secrets of machines travel unencrypted.');
  return warnings.map((warning) => `WARNING ${warning}`);
}

/** Returns whether browsers use plain HTTP from other machines. The local machine may use it. */
function comesByPlainHttp({ publicUrl }: Exposure): boolean {
  return publicUrl.protocol === 'http:' && !isLoopbackHost(publicUrl.hostname);
}

function keepsMails({ exposed, smtpUrl }: Exposure): boolean {
  return exposed && smtpUrl === null;
}

/** Describes plain MQTT beyond private networks. Returns `null` where there is none. */
async function describePlainMqtt(config: Exposure): Promise<string | null> {
  const { mqttUrl, mqttHost, mqttTls } = config;
  if (mqttUrl !== null) {
    const { protocol, hostname } = new URL(mqttUrl);
    if (['mqtts:', 'wss:'].includes(protocol) || isPrivateHost(hostname)) return null;
    return 'MQTT_URL leads out of private networks unencrypted: use mqtts:// or wss://, or set MQTT_ALLOW_PLAIN=yes to do without';
  }
  if (mqttTls !== null) return null;
  // An unknown host name is reported later, when the broker tries to listen on it.
  const found = await lookup(mqttHost, { all: true }).catch(() => []);
  if (found.every(({ address }) => isPrivateHost(address))) return null;
  return 'MQTT_HOST lets machines in from networks that are not private, where their secrets travel unencrypted: set MQTT_TLS_CERT and MQTT_TLS_KEY, set MQTT_HOST to a private address, or set MQTT_ALLOW_PLAIN=yes to do without';
}
