import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { parseOptions, UsageError, withoutValue, withValue } from '#command-line/arguments.ts';
import type { TestedMachine } from './evidence.ts';

export interface CheckArguments {
  /** Address on which the kit waits for the machine. `null` with a recording. */
  readonly url: URL | null;
  readonly machine: TestedMachine;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** The simulator, the command line of a program, or a machine that a person uses. */
  readonly tested: 'simulator' | 'person' | { readonly command: string };
  /** Recording to judge, instead of a machine. */
  readonly replay: string | null;
  /** File for the recording of this check. */
  readonly record: string | null;
  readonly timeoutSeconds: number;
}

export const checkUsage = `Usage: npm run machine-check -- --url URL --id N --secret S [options]

The kit is the server: point the machine to --url, with the number and the secret.

  --url URL      where the kit waits for the machine, such as mqtt://192.168.1.5:1883
  --id N         the number of the machine
  --secret S     the secret of the machine; any text of the length that the document names
  --min KG --max KG --step KG
                 the loads of the machine (default 5 to 150 by 2.5)
  --cert FILE --key FILE
                 with mqtts://, the certificate that the kit shows
  --run COMMAND  starts the machine as a program, see docs/machines/machine-check.md
  --simulator    checks the simulator of this project
  --wait S       seconds to wait for the machine at each point (default 90)
  --record FILE  writes the messages of this check
  --replay FILE  judges a recording, from --record or \`npm run machines -- record\`, by the
                 rules that it shows; needs only --id and the loads
`;

/** @throws UsageError */
export function readCheckArguments(args: readonly string[]): CheckArguments | 'help' {
  const values = parse(args);
  if (values.help === true) return 'help';
  const readNumber = (name: string, text: string) => {
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
    throw new UsageError(`--${name} does not take ${JSON.stringify(text)}`);
  };
  const [usual] = workoutTypes;
  const loads = {
    minLoad: values.min === undefined ? usual.minLoad : readNumber('min', values.min),
    maxLoad: values.max === undefined ? usual.maxLoad : readNumber('max', values.max),
    loadStep: values.step === undefined ? usual.loadStep : readNumber('step', values.step),
  };
  const { cert, key, replay = null, secret = null } = values;
  const id = readNumber('id', values.id ?? '');
  if (replay === null && (values.url === undefined || !URL.canParse(values.url))) {
    throw new UsageError('--url must be an address such as mqtt://localhost:1883');
  }
  if (replay === null && secret === null) throw new UsageError('--secret is missing');
  const isEncrypted = values.url?.startsWith('mqtts:') === true;
  if (isEncrypted !== (cert !== undefined) || isEncrypted !== (key !== undefined)) {
    throw new UsageError('--cert and --key go together with mqtts://');
  }
  const command = values.run;
  return {
    url: replay === null ? new URL(values.url ?? '') : null,
    machine: { id, loads, secret: replay === null ? secret : null },
    tls: cert === undefined || key === undefined ? null : { cert, key },
    tested:
      values.simulator === true ? 'simulator' : command === undefined ? 'person' : { command },
    replay,
    record: values.record ?? null,
    timeoutSeconds: readNumber('wait', values.wait ?? '90'),
  };
}

function parse(args: readonly string[]) {
  return parseOptions(args, {
    url: withValue,
    id: withValue,
    secret: withValue,
    min: withValue,
    max: withValue,
    step: withValue,
    cert: withValue,
    key: withValue,
    run: withValue,
    simulator: withoutValue,
    wait: withValue,
    record: withValue,
    replay: withValue,
    help: withoutValue,
  });
}
