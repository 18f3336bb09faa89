import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { machineUplinks, parseMachineTopic } from '@tanren/contract/machines/machine-messages';
import type { RecordedMessage } from '@tanren/contract/machines/wire-recording';
import { claimTokenLength } from '@tanren/domain/machines/claim-codes';
import { trainerCodeAlphabet } from '@tanren/domain/trainers/trainers';
import mqtt from 'mqtt';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { storeLiveTicket } from '#modules/machines/live-tickets.service.ts';
import { MachineError } from '#modules/machines/machines.service.ts';
import { findMachine } from '#modules/machines/machines.store.ts';
import { listMachineTopics, toUsername } from '#mqtt/access-rules.ts';

interface BrokerAccount {
  readonly url: string;
  /** `null` when the address has an account. */
  readonly account: { readonly username: string; readonly password: string } | null;
}

/**
 * Returns an account that may listen to the messages of a machine: the server's own one at a
 * configured broker, or a ticket for the embedded one, which works once.
 *
 * @throws MachineError when there is no such machine
 */
export async function openRecorderAccount(
  db: Database,
  config: Pick<Config, 'mqttUrl' | 'mqttHost' | 'mqttPort' | 'mqttTls'>,
  machineId: number,
  now: Date,
): Promise<BrokerAccount> {
  if ((await findMachine(db, machineId)) === null) {
    throw new MachineError(`there is no machine ${machineId}`);
  }
  if (config.mqttUrl !== null) return { url: config.mqttUrl, account: null };
  const username = toUsername({ kind: 'recorder', machineId });
  const { password } = await storeLiveTicket(
    db,
    { username, sub: randomUUID(), originJti: undefined },
    now,
  );
  const { mqttHost, mqttPort, mqttTls } = config;
  const host = ['0.0.0.0', '::'].includes(mqttHost) ? 'localhost' : mqttHost;
  const scheme = mqttTls === null ? 'mqtt' : 'mqtts';
  const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${mqttPort}`;
  return { url, account: { username, password } };
}

interface RecordOptions {
  readonly broker: BrokerAccount;
  readonly machineId: number;
  readonly out: string;
  readonly signal: AbortSignal;
}

/**
 * Writes the messages of a machine and of the server to a file, one line each, until the signal.
 * Returns how many there were.
 *
 * @throws MachineError when the broker cannot be reached or ends the connection
 */
export async function recordMachine({
  broker: { url, account },
  machineId,
  out,
  signal,
}: RecordOptions): Promise<number> {
  const hide = createMask();
  let count = 0;
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    ...(account !== null && { ...account, clientId: account.username }),
    reconnectPeriod: 0,
    // The ticket opens the server's own broker only, whose certificate may name another host.
    ...(account !== null && { rejectUnauthorized: false }),
  });
  let reason = 'it ended the connection';
  client.on('error', ({ message }) => {
    reason = message;
  });
  client.on('message', (topic, payload, { qos, retain }) => {
    const channel = parseMachineTopic(topic)?.channel;
    const message: RecordedMessage = {
      kind: 'message',
      at: new Date().toISOString(),
      from: machineUplinks.some((name) => name === channel) ? 'machine' : 'server',
      topic,
      qos,
      retain,
      payload: hide(payload.toString()),
    };
    appendFileSync(out, `${JSON.stringify(message)}\n`);
    count += 1;
  });
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  const lost = closed.then(() => {
    if (!signal.aborted) throw new MachineError(`the broker at ${new URL(url).host}: ${reason}`);
  });
  const ended = new AbortController();
  const stopped = signal.aborted
    ? Promise.resolve()
    : once(signal, 'abort', { signal: ended.signal }).catch(() => undefined);
  try {
    const subscribed = new Promise<void>((resolve, reject) => {
      client.subscribe(listMachineTopics(machineId), { qos: 1 }, (error) => {
        if (error !== null) return reject(error);
        // Here no message has been read yet.
        writeFileSync(out, '', { mode: 0o600 });
        resolve();
      });
    });
    await Promise.race([subscribed, lost]);
    await Promise.race([stopped, lost]);
  } finally {
    ended.abort();
    await client.endAsync(true);
  }
  return count;
}

/**
 * Returns a function that replaces the name and the initial of the member, and claim tokens, with which anybody
 * could collect the workout. A token always gets the same replacement of the same form, so that
 * repeated messages stay recognisable.
 */
function createMask(): (payload: string) => string {
  const key = randomBytes(32);
  const replace = (token: string) =>
    Array.from(createHmac('sha256', key).update(token).digest().subarray(0, claimTokenLength))
      .map((byte) => trainerCodeAlphabet.charAt(byte & 31))
      .join('');
  return (payload) =>
    payload
      .replaceAll(/("(?:nickname|initial)"\s*:\s*")(?:[^"\\]|\\.)*/g, '$1会員')
      .replaceAll(
        /("claimToken"\s*:\s*")((?:[^"\\]|\\.)*)/g,
        (_whole, start: string, token: string) => start + replace(token),
      );
}
