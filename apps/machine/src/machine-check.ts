import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type CheckArguments, checkUsage, readCheckArguments } from './check/check-arguments.ts';
import { collectEvidence } from './check/evidence.ts';
import { describeVerdicts, judgeMachine } from './check/judge.ts';
import { type KitBroker, openKitBroker } from './check/kit-broker.ts';
import { askPerson, type Operator } from './check/operator.ts';
import { playServer } from './check/plan.ts';
import { runProgram } from './check/program-operator.ts';
import { readRecording, type WireEntry } from './check/recording.ts';
import { runSimulator } from './check/simulator-operator.ts';
import { UsageError } from './command-line/arguments.ts';

const print = (text: string) => void process.stdout.write(text);

async function checkMachine(args: CheckArguments, url: URL): Promise<readonly WireEntry[]> {
  const { machine, tls } = args;
  const secret = machine.secret ?? '';
  const broker = await openKitBroker({
    host: url.hostname,
    port: Number(url.port || (tls === null ? 1883 : 8883)),
    tls: tls === null ? null : { cert: await readFile(tls.cert), key: await readFile(tls.key) },
    machineId: machine.id,
    secret,
    now: () => new Date(),
  });
  const storage = await mkdtemp(path.join(tmpdir(), 'tanren-machine-'));
  const operator = await chooseOperator(args, broker, secret, storage);
  print(`The kit waits for machine ${machine.id} at ${broker.url}.\n`);
  try {
    await playServer({
      broker,
      operator,
      machine,
      timeoutMs: args.timeoutSeconds * 1000,
      onStep: (name) => print(`step ${name}\n`),
    });
  } finally {
    await operator.close();
    await broker.close();
    await rm(storage, { recursive: true, force: true });
  }
  if (args.record !== null) {
    const lines = broker.entries.map((entry) => `${JSON.stringify(entry)}\n`);
    await writeFile(args.record, lines.join(''), { mode: 0o600 });
  }
  return broker.entries;
}

async function chooseOperator(
  { tested, machine }: CheckArguments,
  broker: KitBroker,
  secret: string,
  storage: string,
): Promise<Operator> {
  const { id: machineId, loads } = machine;
  if (tested === 'simulator') return await runSimulator({ broker, machineId, secret, loads });
  const { url } = broker;
  if (tested !== 'person') {
    const onOutput = (line: string) => print(`  ${line}\n`);
    const { command } = tested;
    return runProgram({ command, url, machineId, secret, storage, env: process.env, onOutput });
  }
  const terminal = createInterface({ input: process.stdin });
  const ended = once(terminal, 'close').then(() => {
    throw new UsageError('The input ended, so nobody can use the machine.');
  });
  ended.catch(() => undefined);
  const operator = askPerson({
    write: print,
    waitForEnter: async () => void (await Promise.race([terminal.question(''), ended])),
  });
  return { ...operator, close: async () => terminal.close() };
}

async function main(): Promise<void> {
  const args = readCheckArguments(process.argv.slice(2));
  if (args === 'help') return print(checkUsage);
  const entries =
    args.url === null
      ? readRecording(await readFile(args.replay ?? '', 'utf8'))
      : await checkMachine(args, args.url);
  const verdicts = judgeMachine(collectEvidence(entries, args.machine));
  print(`\n${describeVerdicts(verdicts)}`);
  if (verdicts.some(({ result }) => result === 'broken')) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // A wrong address or file is an error of the person who called.
  if (!(error instanceof UsageError) && code === '') throw error;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
