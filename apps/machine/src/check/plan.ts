import { randomUUID } from 'node:crypto';
import type { CommandMessage } from '@tanren/contract/machines/machine-messages';
import { settableAtMost, toKilograms, toSettable } from '@tanren/domain/workouts/loads';
import { createServer, describeWelcome, stored } from './check-server.ts';
import { isObject, type TestedMachine } from './evidence.ts';
import { hasFurtherFields } from './fields.ts';
import type { KitBroker } from './kit-broker.ts';
import type { Operator } from './operator.ts';

interface PlanOptions {
  readonly broker: KitBroker;
  readonly operator: Operator;
  readonly machine: TestedMachine;
  /** Maximum time to wait for the machine at each point of the plan. */
  readonly timeoutMs: number;
  readonly onStep: (name: StepName) => void;
}

const stepNames = [
  'start',
  'unlinked-bout',
  'hold',
  'lost-ack',
  'duplicate-delivery',
  'rejection',
  'unknown-messages',
  'load-range',
  'heavy-load',
  'unlink',
  'reconnect',
  'power-cut',
  'roll-out',
  'old-server',
  'clock',
] as const;
export type StepName = (typeof stepNames)[number];

type LinkedCommand = Extract<CommandMessage, { type: 'linked' }>;

const unlinked: CommandMessage = { type: 'unlinked', connectionId: null, reason: 'idle' };

/** Number of the rep after which the kit cuts the connection in the middle of a set. */
const cutAfterRep = 3;

/**
 * Plays the server and has the machine used, one step after the other. Every step has a new link,
 * so that a mistake in one does not show in the next. The recording of the broker is the result.
 */
export async function playServer(options: PlanOptions): Promise<void> {
  const { broker, operator, machine, timeoutMs } = options;
  const server = createServer(broker, machine.id, timeoutMs);
  const range = toSettable(machine.loads);
  /** Returns the load that is some steps above the lightest. */
  const loadAt = (count: number) =>
    toKilograms(settableAtMost(range, range.minLoadHg + count * range.loadStepHg));

  const connect = async (changes: Partial<LinkedCommand> = {}) => {
    const linked = { ...describeLink(loadAt(2)), ...changes };
    server.link = linked;
    await server.command(linked);
    await server.until(() => server.find('live', linked.connectionId).length > 0);
    return linked;
  };
  const disconnect = async (command: CommandMessage) => {
    server.link = unlinked;
    await server.command(command);
  };
  const powerOn = async (clockOffsetSeconds: number) => {
    const before = server.countOnline();
    broker.note({ kind: 'power', isOn: true, clockOffsetSeconds });
    await operator.powerOn(clockOffsetSeconds);
    await server.until(() => server.countOnline() > before);
  };
  const cutPower = async () => {
    await operator.cutPower();
    broker.note({ kind: 'power', isOn: false, clockOffsetSeconds: 0 });
  };
  const untilWorkout = async ({ connectionId }: LinkedCommand, copies = 1) =>
    await server.until(() => server.find('workouts', connectionId).length >= copies);

  const steps: Readonly<Record<StepName, () => Promise<void>>> = {
    start: async () => {
      await powerOn(0);
      await server.until(() => server.countOnline() >= 2);
      await server.command(describeWelcome());
      await disconnect(unlinked);
    },
    'unlinked-bout': async () => {
      await operator.lift(3, loadAt(1));
      await operator.finish();
      await server.until(() => server.find('unlinked-workouts').length > 0);
      await server.ackLast();
      await server.until(() => server.find('use').at(-1)?.['inUse'] !== true);
    },
    hold: async () => {
      const before = server.find('unlinked-workouts').length;
      await server.command(describeHold());
      await operator.lift(2, loadAt(1));
      await operator.finish();
      await server.until(() => server.find('unlinked-workouts').length > before);
      await server.command(describeHold());
      await connect();
      await server.command({ type: 'released' });
      await disconnect(unlinked);
    },
    'lost-ack': async () => {
      const linked = await connect();
      server.answer = null;
      await operator.lift(3, loadAt(2));
      await operator.lift(2, loadAt(3));
      await operator.finish();
      await untilWorkout(linked, 2);
      server.answer = stored;
      await server.ackLast();
    },
    'duplicate-delivery': async () => {
      const linked = await connect();
      server.answer = { result: 'duplicate' };
      await operator.lift(2, loadAt(2));
      await server.command(linked);
      await operator.lift(2, loadAt(2));
      await operator.finish();
      await untilWorkout(linked);
      await server.ackLast();
      server.answer = stored;
    },
    rejection: async () => {
      const linked = await connect();
      server.answer = { result: 'rejected', reason: 'in_future' };
      await operator.lift(2, loadAt(2));
      await operator.finish();
      await untilWorkout(linked);
      await server.ackLast();
      server.answer = stored;
    },
    'unknown-messages': async () => {
      await connect();
      await server.send('commands', 'not JSON');
      await server.command({ type: 'from-a-later-release' });
      await server.send('acks', '[]');
      await server.ack({ workoutUuid: randomUUID(), ...stored });
      await server.ack({ workoutUuid: null, result: 'rejected', reason: 'not_json' });
      await connect();
    },
    'load-range': async () => {
      const { maxLoad, loadStep } = machine.loads;
      const tooHeavy = Math.min(1000, maxLoad + 10 * loadStep);
      await connect({ nextLoadKg: tooHeavy, chosenByTrainer: true });
    },
    'heavy-load': async () => {
      await connect({ nextLoadKg: machine.loads.maxLoad, recentBestKg: loadAt(2) });
    },
    unlink: async () => {
      const linked = await connect();
      const { connectionId } = linked;
      await server.command({ ...unlinked, connectionId: randomUUID() });
      await operator.lift(2, loadAt(2));
      const before = server.find('unlinked-workouts').length;
      await disconnect({ type: 'unlinked', connectionId, reason: 'member' });
      await untilWorkout(linked);
      await operator.lift(2, loadAt(2));
      await operator.finish();
      await server.until(() => server.find('unlinked-workouts').length > before);
    },
    reconnect: async () => {
      const linked = await connect();
      const before = server.countOnline();
      const countReps = () => {
        const newest = server.find('live', linked.connectionId).at(-1)?.['sets'];
        const set: unknown = Array.isArray(newest) ? newest.at(-1) : undefined;
        return isObject(set) ? Number(set['reps']) : 0;
      };
      const lifting = operator.lift(6, loadAt(2));
      await Promise.race([lifting, server.until(() => countReps() >= cutAfterRep)]);
      broker.interrupt();
      await lifting;
      broker.restore();
      await server.until(() => server.countOnline() > before);
      await operator.finish();
      await untilWorkout(linked);
    },
    'power-cut': async () => {
      server.answer = null;
      const finished = await connect();
      await operator.lift(2, loadAt(2));
      await operator.finish();
      await untilWorkout(finished);
      const running = await connect();
      await operator.lift(3, loadAt(2));
      await cutPower();
      await powerOn(0);
      await operator.finish();
      await untilWorkout(running);
      // The link ends while the machine is off.
      server.link = unlinked;
      await cutPower();
      server.answer = stored;
      const countCopies = ({ connectionId }: LinkedCommand) =>
        server.find('workouts', connectionId).length;
      const before = [finished, running].map(countCopies);
      await powerOn(0);
      await server.until(() =>
        [finished, running].every((link, index) => countCopies(link) > (before[index] ?? 0)),
      );
      await server.ackLast();
    },
    'roll-out': async () => {
      const linked = await connect();
      server.answer = { result: 'rejected', reason: 'invalid_shape' };
      await operator.lift(2, loadAt(2));
      await operator.finish();
      await untilWorkout(linked);
      server.answer = stored;
      // A machine of version 1 has no measures, so it does not send the workout again.
      await server.until(() =>
        server.find('workouts', linked.connectionId).some((workout) => !hasFurtherFields(workout)),
      );
    },
    'old-server': async () => {
      const before = await connect();
      server.answer = null;
      await operator.lift(2, loadAt(2));
      await operator.finish();
      await untilWorkout(before);
      const copies = server.find('workouts', before.connectionId).length;
      const online = server.countOnline();
      broker.interrupt();
      server.isOld = true;
      server.answer = stored;
      broker.restore();
      await server.until(() => server.countOnline() > online);
      await untilWorkout(before, copies + 1);
      const after = await connect();
      await operator.lift(2, loadAt(2));
      await operator.finish();
      await untilWorkout(after);
      server.isOld = false;
    },
    clock: async () => {
      await cutPower();
      await powerOn(-3600);
      await cutPower();
      await powerOn(0);
    },
  };

  try {
    for (const name of stepNames) {
      options.onStep(name);
      broker.note({ kind: 'step', name });
      await steps[name]();
    }
  } finally {
    server.stop();
  }
}

function describeHold(): CommandMessage {
  const until = new Date(Date.now() + 90_000).toISOString();
  return { type: 'held', initial: '検', until };
}

function describeLink(nextLoadKg: number): LinkedCommand {
  return {
    type: 'linked',
    connectionId: randomUUID(),
    nickname: '検査',
    nextLoadKg,
    chosenByTrainer: false,
    recentBestKg: null,
    items: [],
  };
}
