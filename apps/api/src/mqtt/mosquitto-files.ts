import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gymTopic } from '@tanren/contract/booking/gym-messages';
import {
  largestMessageBytes,
  machineTopic,
  machineUplinks,
} from '@tanren/contract/machines/machine-messages';
import { StartupError } from '#config/startup-error.ts';
import { parseUsername, toUsername } from './access-rules.ts';
import { hashSecret } from './machine-secret.ts';

export interface MosquittoAccounts {
  /** The server's own account and the port for nodes, from MQTT_URL. */
  readonly server: {
    readonly username: string;
    readonly password: string;
    readonly port: number;
  };
  readonly machines: readonly { readonly id: number; readonly secretHash: string }[];
  /** The accounts of the door locks. */
  readonly doors: readonly { readonly gymId: number; readonly secretHash: string }[];
}

interface MosquittoFiles {
  readonly passwords: string;
  readonly acl: string;
  readonly 'mosquitto.conf': string;
}

export interface MosquittoPlace {
  /**
   * PEM files that Mosquitto can read. `null` for plain TCP on one machine or a private network.
   */
  readonly tls: { readonly certificate: string; readonly key: string } | null;
  /**
   * Address on which Mosquitto listens for nodes. It is the loopback address unless nodes run
   * elsewhere.
   */
  readonly nodesHost: string;
}

/** Returns the configuration that makes Mosquitto apply the same rules as the embedded broker. */
export function describeMosquitto(
  accounts: MosquittoAccounts,
  folder: string,
  place: MosquittoPlace = { tls: null, nodesHost: '127.0.0.1' },
): MosquittoFiles {
  const { server, machines, doors } = accounts;
  const lines = [
    `${server.username}:${hashSecret(server.password)}`,
    ...machines.map(({ id, secretHash }) => `${id}:${secretHash}`),
    ...doors.map(({ gymId, secretHash }) => `${nameDoor(gymId)}:${secretHash}`),
  ];
  return {
    passwords: `${lines.join('\n')}\n`,
    acl: describeAcl(server.username, doors),
    'mosquitto.conf': describeSettings(folder, server.port, place),
  };
}

function nameDoor(gymId: number): string {
  return toUsername({ kind: 'door', gymId });
}

function describeAcl(serverName: string, doors: MosquittoAccounts['doors']): string {
  // `%u` is the user name of the client. The name of a machine is its number.
  const own = (channel: Parameters<typeof machineTopic>[1]) =>
    machineTopic(0, channel).replace('/0/', '/%u/');
  const ofDoors = doors.map(
    ({ gymId }) => `user ${nameDoor(gymId)}
topic write ${gymTopic(gymId, 'door')}
topic read ${gymTopic(gymId, 'door/acks')}

`,
  );
  return `user ${serverName}
topic readwrite tanren/#

${ofDoors.join('')}${machineUplinks.map((channel) => `pattern write ${own(channel)}`).join('\n')}
pattern read ${own('acks')}
pattern read ${own('commands')}
`;
}

function describeSettings(
  folder: string,
  nodesPort: number,
  { tls, nodesHost }: MosquittoPlace,
): string {
  const encrypted =
    tls === null ? '' : `certfile ${tls.certificate}\nkeyfile ${tls.key}\ntls_version tlsv1.2\n`;
  return `# For Mosquitto 2. Its account must be able to read these files (chgrp mosquitto passwords).
# After another export, or with a new certificate: kill -HUP <its process>. Machines and locks that
# were retired or have a new secret lose their connection then; all others keep theirs.
allow_anonymous false
password_file ${folder}/passwords
acl_file ${folder}/acl

# Nothing is kept for who is away: machines send again until the server has it.
persistence false
retain_available false
max_packet_size ${2 * largestMessageBytes}
max_keepalive 300
max_inflight_messages 500
max_queued_messages 20000
# Otherwise a rep may wait for the receipt of the one before, up to 40 ms.
set_tcp_nodelay true

# Machines and locks.${tls === null ? ' Across a network you do not own: export with --cert and --key.' : ''}
listener ${chooseMachinesPort(tls)}
${encrypted}# Otherwise one machine could take the client id of another and push it out.
use_username_as_clientid true

# The server's nodes only (MQTT_URL): each keeps several connections under one account.
listener ${nodesPort} ${nodesHost}
${encrypted}`;
}

function chooseMachinesPort(tls: MosquittoPlace['tls']): number {
  return tls === null ? 1883 : 8883;
}

/** Writes the files. Each is replaced as a whole, because a broker may read it at any moment. */
export async function writeMosquittoFiles(
  out: string,
  mqttUrl: string | null,
  devices: Omit<MosquittoAccounts, 'server'>,
  place?: MosquittoPlace,
): Promise<string[]> {
  const folder = path.resolve(out);
  await mkdir(folder, { recursive: true });
  const server = readServer(mqttUrl, chooseMachinesPort(place?.tls ?? null));
  const files = describeMosquitto({ server, ...devices }, folder, place);
  const written: string[] = [];
  for (const name of ['passwords', 'acl', 'mosquitto.conf'] as const) {
    const file = path.join(folder, name);
    const text = files[name];
    await writeFile(`${file}.new`, text, { mode: name === 'passwords' ? 0o640 : 0o644 });
    await rename(`${file}.new`, file);
    written.push(file);
  }
  return written;
}

function readServer(mqttUrl: string | null, machinesPort: number): MosquittoAccounts['server'] {
  const url = mqttUrl === null ? null : new URL(mqttUrl);
  const username = decodeURIComponent(url?.username ?? '');
  const password = decodeURIComponent(url?.password ?? '');
  if (username === '' || password === '') {
    throw new StartupError(
      "set MQTT_URL to the broker with the server's account, like mqtt://tanren:password@localhost:1884",
    );
  }
  const isName = /^[A-Za-z][\w.-]*$/.test(username);
  if (!isName || parseUsername(username) !== null) {
    throw new StartupError(
      'the user in MQTT_URL must begin with a letter, have only letters, digits and . _ -, and not be the name of a lock (door-1)',
    );
  }
  const port = Number(url?.port);
  if (port > 0 && port !== machinesPort) return { username, password, port };
  throw new StartupError(
    `MQTT_URL must name a port for nodes, like :${machinesPort + 1}, because machines use ${machinesPort}`,
  );
}
