import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeMosquitto, type MosquittoAccounts } from '#mqtt/mosquitto-files.ts';
import { StartupError } from '#startup-error.ts';

/** Each file is replaced whole: a broker may read it at any moment. */
export async function writeMosquittoFiles(
  out: string,
  mqttUrl: string | null,
  machines: MosquittoAccounts['machines'],
): Promise<string[]> {
  const folder = path.resolve(out);
  await mkdir(folder, { recursive: true });
  const files = describeMosquitto({ server: readAccount(mqttUrl), machines }, folder);
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

function readAccount(mqttUrl: string | null): MosquittoAccounts['server'] {
  const url = mqttUrl === null ? null : new URL(mqttUrl);
  const username = decodeURIComponent(url?.username ?? '');
  const password = decodeURIComponent(url?.password ?? '');
  if (username === '' || password === '') {
    throw new StartupError(
      "set MQTT_URL to the broker with the server's account, like mqtt://tanren:password@localhost:1884",
    );
  }
  if (/^[A-Za-z][\w.-]*$/.test(username)) return { username, password };
  throw new StartupError(
    'the user in MQTT_URL must begin with a letter and have only letters, digits and . _ -',
  );
}
