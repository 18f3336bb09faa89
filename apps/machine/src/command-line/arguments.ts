import { parseArgs, type ParseArgsConfig } from 'node:util';

/** An error that the user can fix. It is printed without a stack. */
export class UsageError extends Error {}

export interface Arguments {
  readonly machineIds: readonly number[] | null;
  readonly all: boolean;
  readonly gymId: number | null;
  readonly workoutTypeId: number | null;
  /** Gym whose lock is simulated instead of machines. `null` for machines. */
  readonly doorGymId: number | null;
  readonly doorSecret: string | null;
  readonly seats: number | null;
  readonly secret: string | null;
  /** Whether the machine is of the first version, which measures only the duration of a rep. */
  readonly old: boolean;
  /** Seat position at the start. `null` for the usual one. */
  readonly seat: number | null;
  /** Whether a motor sets the seat. */
  readonly motor: boolean;
  /** Number of workouts. `null` when there is no limit. */
  readonly workouts: number | null;
  readonly auto: boolean;
  readonly speed: number;
  readonly url: string | null;
  readonly ca: string | null;
  readonly web: string | null;
  readonly journal: string | null;
  readonly resendSeconds: number | null;
  readonly json: boolean;
  readonly help: boolean;
}

export const usage = `Usage: npm run machine -- [options]

  --machine N      which machine, or several: 1,2,5 (default 1)
  --all            every machine, lifting on its own
  --gym N          with --all: only those of this gym
  --auto           lift on its own whenever somebody has linked
  --workouts K     lift K workouts a machine, then end once the server has them all
  --speed X        time-lapse, such as 60
  --url URL        the broker (default MQTT_URL, or the embedded one)
  --ca FILE        with mqtts://, whose certificates to trust (default MQTT_TLS_CERT, or the
                   usual authorities)
  --web URL        what the QR leads to (default PUBLIC_URL, or http://localhost:3000)
  --secret S       the machine's secret, for one that is not in machines.json
  --type N         with --secret: its workout type (default 1)
  --old            a machine of the first version: no description and no measures
  --seat N         the seat position at the start (default 4)
  --motor          a motor sets the seat of the member
  --door N         the lock of this gym instead of a machine: type the codes that members see
  --door-secret S  with --door and --secret (its password): the secret of its codes, as
                   \`npm run machines -- door N\` shows it
  --seats N        with --door-secret: how many seats the gym has (default 10)
  --journal DIR    where workouts and entries are kept until the server has them
  --resend S       seconds until what is unanswered is sent again (default 30)
  --json           one JSON line for each event; commands as lines on standard input:
                   rep [ms], fail [ms], load KG, seat N, up, down, start-set, end-set, finish,
                   quit
                   of a lock: code DIGITS, quit
`;

/** @throws UsageError that lists all mistakes */
export function readArguments(args: readonly string[]): Arguments {
  const values = parse(args);
  const errors: string[] = [];

  const readNumber = (name: string, text: string | undefined, isGood: (n: number) => boolean) => {
    if (text === undefined) return null;
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (isGood(value)) return value;
    errors.push(`--${name} does not take ${JSON.stringify(text)}`);
    return null;
  };
  const isCount = (value: number) => Number.isInteger(value) && value >= 1;
  const readUrl = (name: string, text: string | undefined) => {
    if (text === undefined || URL.canParse(text)) return text ?? null;
    errors.push(`--${name} must be an address such as ${name}://localhost`);
    return null;
  };

  const machineIds = values.machine
    ?.split(',')
    .map((text) => readNumber('machine', text.trim(), isCount) ?? 0);
  const read: Arguments = {
    machineIds: machineIds ?? null,
    all: values.all ?? false,
    gymId: readNumber('gym', values.gym, isCount),
    workoutTypeId: readNumber('type', values.type, (value) => isCount(value) && value <= 16),
    doorGymId: readNumber('door', values.door, isCount),
    doorSecret: values['door-secret'] ?? null,
    seats: readNumber('seats', values.seats, (value) => isCount(value) && value <= 1000),
    secret: values.secret ?? null,
    old: values.old ?? false,
    seat: readNumber('seat', values.seat, (value) => Number.isInteger(value) && value <= 100),
    motor: values.motor ?? false,
    workouts: readNumber('workouts', values.workouts, isCount),
    auto: (values.auto ?? false) || (values.all ?? false) || values.workouts !== undefined,
    speed: readNumber('speed', values.speed, (value) => value > 0 && value <= 1000) ?? 1,
    url: readUrl('url', values.url),
    ca: values.ca ?? null,
    web: readUrl('web', values.web),
    journal: values.journal ?? null,
    resendSeconds: readNumber('resend', values.resend, (value) => value >= 0.1),
    json: values.json ?? false,
    help: values.help ?? false,
  };
  if (read.secret !== null && (read.all || (machineIds?.length ?? 1) > 1)) {
    errors.push('--secret goes with one machine');
  }
  if (read.doorGymId !== null && (machineIds !== undefined || read.auto)) {
    errors.push('--door is a lock of its own: leave out machines');
  }
  if (read.doorGymId !== null && (read.secret === null) !== (read.doorSecret === null)) {
    errors.push('--door-secret and --secret go together');
  }
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  return read;
}

function parse(args: readonly string[]) {
  return parseOptions(args, {
    machine: withValue,
    all: withoutValue,
    gym: withValue,
    type: withValue,
    secret: withValue,
    old: withoutValue,
    seat: withValue,
    motor: withoutValue,
    door: withValue,
    'door-secret': withValue,
    seats: withValue,
    workouts: withValue,
    auto: withoutValue,
    speed: withValue,
    url: withValue,
    ca: withValue,
    web: withValue,
    journal: withValue,
    resend: withValue,
    json: withoutValue,
    help: withoutValue,
  });
}

/** Kinds of options. */
export const withValue = { type: 'string' } as const;
export const withoutValue = { type: 'boolean' } as const;

/** @throws UsageError for an unknown option, or one without its value */
export function parseOptions<const T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: joinSecret(args), options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Joins `--secret` with its value, because a secret may begin with a dash like an option. */
function joinSecret(args: readonly string[]): string[] {
  const at = args.indexOf('--secret');
  const value = args[at + 1];
  if (at === -1 || value === undefined || value.startsWith('--')) return [...args];
  return args.toSpliced(at, 2, `--secret=${value}`);
}
