import { readFileSync } from 'node:fs';
import path from 'node:path';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import type { DoorIdentity } from '@tanren/simulator/door/door';
import {
  type MachineIdentity,
  type MachineTiming,
  usualTiming,
} from '@tanren/simulator/machine-setup';
import { type Arguments, UsageError } from './arguments.ts';

const CredentialsFile = Type.Object({
  doors: Type.Optional(
    Type.Array(
      Type.Object({
        gymId: Type.Integer(),
        name: Type.String(),
        secret: Type.String(),
        /** Secret in base32, as the operator's command prints it. */
        doorSecret: Type.String(),
        seats: Type.Integer({ minimum: 1 }),
      }),
    ),
  ),
  machines: Type.Array(
    Type.Object({
      id: Type.Integer(),
      gymId: Type.Integer(),
      workoutTypeId: Type.Integer(),
      name: Type.String(),
      secret: Type.String(),
      minLoad: Type.Number(),
      maxLoad: Type.Number(),
      loadStep: Type.Number(),
    }),
  ),
});

/** @throws UsageError when there is no such machine */
export function chooseMachines(args: Arguments, credentialsFile: string): MachineIdentity[] {
  const ids = args.machineIds ?? [1];
  if (args.secret !== null) return [describeOwn(ids[0] ?? 1, args.secret, args.workoutTypeId ?? 1)];
  const known = readCredentials(credentialsFile).machines;
  if (args.all) {
    const chosen = known.filter(({ gymId }) => args.gymId === null || gymId === args.gymId);
    if (chosen.length === 0) throw new UsageError(`${credentialsFile} knows no such gym.`);
    return chosen;
  }
  return ids.map((id) => {
    const machine = known.find((candidate) => candidate.id === id);
    if (machine !== undefined) return machine;
    throw new UsageError(
      `There is no machine ${id} in ${credentialsFile}. ` +
        'One made with `npm run machines` needs --secret.',
    );
  });
}

/** Describes a machine that is not in the demo. Its type determines the usual loads. */
function describeOwn(id: number, secret: string, workoutTypeId: number): MachineIdentity {
  const type = workoutTypes.find((candidate) => candidate.id === workoutTypeId) ?? workoutTypes[0];
  const { name, minLoad, maxLoad, loadStep } = type;
  return { id, gymId: 0, workoutTypeId, name, secret, minLoad, maxLoad, loadStep };
}

/** @throws UsageError when the lock is unknown */
export function chooseDoor(
  args: Pick<Arguments, 'secret' | 'doorSecret' | 'seats'>,
  gymId: number,
  credentialsFile: string,
): DoorIdentity {
  const { secret, doorSecret, seats } = args;
  if (secret !== null && doorSecret !== null) {
    const name = `ジム${gymId}`;
    return { gymId, name, secret, doorSecret: readBase32(doorSecret), seats: seats ?? 10 };
  }
  const doors = readCredentials(credentialsFile).doors ?? [];
  const known = doors.find((door) => door.gymId === gymId);
  if (known !== undefined) return { ...known, doorSecret: readBase32(known.doorSecret) };
  throw new UsageError(
    `There is no lock of gym ${gymId} in ${credentialsFile}. ` +
      `\`npm run machines -- door ${gymId}\` shows what --secret and --door-secret need.`,
  );
}

/** Decodes Base32 (RFC 4648) without padding. */
function readBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  if (!/^[A-Z2-7]+$/.test(text)) throw new UsageError('--door-secret takes A to Z and 2 to 7 only');
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

function readCredentials(file: string): Type.Static<typeof CredentialsFile> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(
      `There are no machines yet (${file}).\n` +
        'Run `npm start` first: with the demo world it makes the gyms and their machines.\n' +
        'For a machine of your own, use --machine and --secret.',
    );
  }
  if (Value.Check(CredentialsFile, value)) return value;
  throw new UsageError(`${file} is not what the server writes. Delete it and run \`npm start\`.`);
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly brokerUrl: string;
  /** Certificates in PEM. `null` for the usual authorities. */
  readonly brokerCa: Buffer | null;
  readonly webOrigin: string;
  readonly credentialsFile: string;
  readonly journalFolder: string;
  readonly timing: MachineTiming;
}

/**
 * Reads the settings. Arguments take precedence over the environment, whose settings are the
 * server's own.
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

/** Removes the account from MQTT_URL, because it is the server's and not a machine's. */
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

/**
 * Returns the path of the server's certificate, because a self-signed one is trusted by no
 * authority. `null` when another broker is used.
 */
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
