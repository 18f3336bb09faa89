import { isIP } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { openTrainerCodeKey } from '#embedded/trainer-code-key.ts';
import { listDoorAccounts } from '#modules/booking/door/door-accounts.ts';
import {
  addMachine,
  MachineError,
  renewSecret,
  retireMachine,
} from '#modules/machines/machines.service.ts';
import { listBrokerAccounts, listMachines } from '#modules/machines/machines.store.ts';
import { type MosquittoPlace, writeMosquittoFiles } from '#mqtt/mosquitto-files.ts';
import { deriveDoorKey } from '#modules/booking/door/door-secrets.ts';
import { type CommandLine, UsageError } from './command-line.ts';
import { describeDoor, findDoor } from './door-credentials.ts';
import { describeCredentials, describeMachines } from './machines-output.ts';
import { openRecorderAccount, recordMachine } from './record.ts';

type MachinesCommand =
  | {
      readonly name: 'add';
      readonly gymId: number;
      readonly workoutTypeId: number;
      readonly minLoad?: number;
      readonly maxLoad?: number;
      readonly loadStep?: number;
    }
  | { readonly name: 'list' }
  | { readonly name: 'renew' | 'retire'; readonly id: number }
  | { readonly name: 'door'; readonly id: number; readonly renew: 'all' | 'account' | null }
  | { readonly name: 'mosquitto'; readonly out: string; readonly place: MosquittoPlace }
  | {
      readonly name: 'record';
      readonly id: number;
      readonly out: string;
      readonly minutes: number;
    };

const commandNames = ['add', 'list', 'renew', 'retire', 'door', 'mosquitto', 'record'];

const machinesUsage = `Usage: npm run machines -- <command>

  add --gym <id> --type <id> [--min <kg>] [--max <kg>] [--step <kg>]
                        adds a machine; prints its number, its secret (once) and the QR for its label
  list                  shows every machine
  renew <id>            gives a machine a new secret; the old one is void
  retire <id>           takes a machine out of use; its workouts stay
  door <gym id> [--renew | --renew-account]
                        shows what is written into the lock of a gym: the secret of its codes and
                        its account at the broker, whose password is shown once; or makes both, or
                        the account, anew
  mosquitto --out <dir> [--cert <file> --key <file>] [--nodes <address>]
                        writes passwords, acl and mosquitto.conf for a Mosquitto of your own
                        (the server's account is the one in MQTT_URL), by TLS with a certificate
                        and its key, for nodes that reach it at that address of its machine
                        (default 127.0.0.1)
  record <id> --out <file> [--minutes <n>]
                        writes the messages of a machine and the server to a file, until Ctrl-C or
                        for that long (default 60); \`npm run machine-check -- --replay\` judges it
`;

export function readMachinesCommand(args: readonly string[]): MachinesCommand {
  const { values, positionals } = parse(args);
  const [name = '', id, ...rest] = positionals;
  if (!commandNames.includes(name)) {
    throw new UsageError(name === '' ? '' : `unknown command: ${name}`);
  }
  const takesId = ['renew', 'retire', 'door', 'record'].includes(name);
  if (rest.length > 0 || (id !== undefined && !takesId)) {
    throw new UsageError(`too many words: ${positionals.join(' ')}`);
  }
  if (name === 'list') return { name };
  const renewsAccount = values['renew-account'] === true;
  const renew = values.renew === true ? 'all' : renewsAccount ? 'account' : null;
  if (renew !== null && name !== 'door') throw new UsageError('--renew is for door');
  if (name === 'door') return { name, id: readId(id, 'door <id>'), renew };
  if (name === 'renew' || name === 'retire') return { name, id: readId(id, `${name} <id>`) };
  if (name === 'mosquitto' || name === 'record') {
    const { out = '', minutes = '60' } = values;
    if (out === '') throw new UsageError('--out is missing');
    if (name === 'mosquitto') return { name, out, place: readPlace(values) };
    return { name, id: readId(id, 'record <id>'), out, minutes: readId(minutes, '--minutes') };
  }
  const { min, max, step } = values;
  return {
    name: 'add',
    gymId: readId(values.gym, '--gym'),
    workoutTypeId: readId(values.type, '--type'),
    ...(min !== undefined && { minLoad: readLoad(min, '--min') }),
    ...(max !== undefined && { maxLoad: readLoad(max, '--max') }),
    ...(step !== undefined && { loadStep: readLoad(step, '--step') }),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        gym: text,
        type: text,
        min: text,
        max: text,
        step: text,
        out: text,
        cert: text,
        key: text,
        nodes: text,
        minutes: text,
        renew: { type: 'boolean' },
        'renew-account': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readPlace(given: {
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly nodes?: string | undefined;
}): MosquittoPlace {
  const { cert, key, nodes: nodesHost = '127.0.0.1' } = given;
  if (isIP(nodesHost) === 0) throw new UsageError('--nodes must be an IP address');
  if (cert === undefined && key === undefined) return { tls: null, nodesHost };
  // The paths are made absolute, because Mosquitto may be started in any folder.
  if (cert === undefined || key === undefined) throw new UsageError('--cert needs --key');
  return { tls: { certificate: path.resolve(cert), key: path.resolve(key) }, nodesHost };
}

function readId(text: string | undefined, name: string): number {
  if (text !== undefined && /^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`${name} must be a number from 1`);
}

function readLoad(text: string, name: string): number {
  if (/^\d{1,4}(\.\d)?$/.test(text)) return Number(text);
  throw new UsageError(`${name} must be kilograms with at most one decimal`);
}

function waitForCtrlC(): AbortSignal {
  const ending = new AbortController();
  // npm forwards the signal of the terminal, so it may come twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  return ending.signal;
}

/** Runs the command and returns its output. */
async function runMachinesCommand(
  command: MachinesCommand,
  db: Database,
  config: Config,
  now: Date,
): Promise<string> {
  switch (command.name) {
    case 'add': {
      const { machine, secret } = await addMachine(db, command, now);
      return describeCredentials(machine, secret, config.publicUrl);
    }
    case 'list':
      return describeMachines(await listMachines(db));
    case 'renew': {
      const { machine, secret } = await renewSecret(db, command.id);
      return describeCredentials(machine, secret, config.publicUrl);
    }
    case 'retire':
      await retireMachine(db, command.id, now);
      return `Machine ${command.id} is retired: it can no longer sign in, and its workouts stay.\n`;
    case 'door': {
      const doorKey = deriveDoorKey(await openTrainerCodeKey(config, db));
      return describeDoor(await findDoor(db, doorKey, command, now));
    }
    case 'mosquitto': {
      const devices = {
        machines: await listBrokerAccounts(db),
        doors: await listDoorAccounts(db),
      };
      const { out, place } = command;
      const files = await writeMosquittoFiles(out, config.mqttUrl, devices, place);
      return `${files.join('\n')}\n`;
    }
    case 'record': {
      const { id: machineId, out, minutes } = command;
      const broker = await openRecorderAccount(db, config, machineId, now);
      const signal = AbortSignal.any([waitForCtrlC(), AbortSignal.timeout(minutes * 60_000)]);
      const count = await recordMachine({ broker, machineId, out, signal });
      return `${count} messages are in ${out}. They are personal data: delete the file after use.\n`;
    }
  }
}

export const machinesLine: CommandLine<MachinesCommand> = {
  usage: machinesUsage,
  read: readMachinesCommand,
  writesFiles: ({ name }) => name === 'mosquitto' || name === 'record',
  run: (command, db, config) => runMachinesCommand(command, db, config, new Date()),
  expected: [MachineError],
};
