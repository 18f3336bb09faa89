import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type DoorAckMessage,
  type DoorEntryMessage,
  type DoorMessage,
  gymTopic,
  parseDoorTopic,
} from '@tanren/contract/booking/gym-messages';
import {
  type AckMessage,
  type CommandMessage,
  type LiveMessage,
  machineTopic,
  parseMachineTopic,
  type StatusMessage,
  type UnlinkedWorkoutMessage,
  type WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { Aedes } from 'aedes';
import { onTestFinished, vi } from 'vitest';
import type { DoorIdentity } from '#door/door.ts';
import { openJournal } from '#journal/journal.ts';
import type { MachineEvent } from '#machine-event.ts';
import type { Equipment, Machine, MachineIdentity, MachineTiming } from '#machine-setup.ts';
import { startMachine } from '#machine.ts';

export const identity: MachineIdentity = {
  id: 12,
  gymId: 1,
  workoutTypeId: 4,
  name: 'ラットプルダウン',
  secret: Buffer.alloc(32, 7).toString('base64url'),
  minLoad: 5,
  maxLoad: 120,
  loadStep: 2.5,
};

/** The lock of the same gym. */
export const doorIdentity: DoorIdentity = {
  gymId: 1,
  name: '鍛錬ジム',
  secret: 'the secret of the lock',
  doorSecret: Buffer.alloc(32, 9),
  seats: 4,
};

export const connectionId = '6f1c8a52-0d6a-4d0c-9a5e-2f7b1c9d3e4f';

export const linked: CommandMessage = {
  type: 'linked',
  connectionId,
  nickname: 'たろう',
  nextLoadKg: 42.5,
  chosenByTrainer: false,
  recentBestKg: 50,
  items: [],
};

type EntryResult = Extract<DoorAckMessage, { type: 'entry' }>['result'];

export interface TestGym {
  readonly url: string;
  readonly workouts: WorkoutMessage[];
  readonly unlinkedWorkouts: UnlinkedWorkoutMessage[];
  readonly live: LiveMessage[];
  readonly statuses: string[];
  /** Session number of each status, in the same order. */
  readonly sessions: (number | undefined)[];
  /** Other messages of machines, by their channel. */
  readonly others: { readonly channel: string; readonly message: unknown }[];
  /** Messages of the lock. */
  readonly doorMessages: DoorMessage[];
  /** Returns the server's answer to an entry. `null` for no answer. */
  answerEntry: (entry: DoorEntryMessage) => EntryResult | null;
  /** Returns the server's answer to a workout. `null` for no answer. */
  answer: (
    workout: WorkoutMessage | UnlinkedWorkoutMessage,
  ) => Omit<AckMessage, 'workoutUuid'> | null;
  command: (command: CommandMessage | object) => Promise<void>;
  sendRaw: (topic: string, payload: string) => Promise<void>;
  /** Disconnects all machines and accepts no connection until `open`. */
  cut: () => Promise<void>;
  open: () => Promise<void>;
}

/** Opens a real broker with a server that behaves as the test defines. */
export async function openTestGym(): Promise<TestGym> {
  const broker = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  broker.authenticate = (client, username, password, done) => {
    const secrets = new Map([
      [String(identity.id), identity.secret],
      [`door-${doorIdentity.gymId}`, doorIdentity.secret],
    ]);
    const secret = secrets.get(username ?? '');
    const isRight = client.id === username && secret !== undefined;
    done(null, isRight && password?.toString() === secret);
  };
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const publish = (topic: string, payload: string) =>
    new Promise<void>((resolve, reject) => {
      const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const;
      broker.publish(packet, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  const send = (channel: 'acks' | 'commands', message: object) =>
    publish(machineTopic(identity.id, channel), JSON.stringify(message));

  const gym: TestGym = {
    url: `mqtt://127.0.0.1:${port}`,
    workouts: [],
    unlinkedWorkouts: [],
    live: [],
    statuses: [],
    sessions: [],
    others: [],
    doorMessages: [],
    answerEntry: () => 'stored',
    answer: () => ({ result: 'stored' }),
    command: (command) => send('commands', command),
    sendRaw: publish,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    open: () => listen(port),
  };

  const takeDoorMessage = (message: DoorMessage) => {
    gym.doorMessages.push(message);
    const result = message.type === 'entry' ? gym.answerEntry(message) : null;
    if (message.type !== 'entry' || result === null) return;
    const ack = { type: 'entry', entryUuid: message.entryUuid, result };
    void publish(gymTopic(doorIdentity.gymId, 'door/acks'), JSON.stringify(ack));
  };

  broker.on('publish', (packet) => {
    if (parseDoorTopic(packet.topic) !== null) {
      takeDoorMessage(JSON.parse(packet.payload.toString()) as DoorMessage);
      return;
    }
    const topic = parseMachineTopic(packet.topic);
    if (topic === null || topic.channel === 'acks' || topic.channel === 'commands') return;
    const message: unknown = JSON.parse(packet.payload.toString());
    if (topic.channel === 'live') gym.live.push(message as LiveMessage);
    if (topic.channel === 'status') {
      const { state, session } = message as StatusMessage;
      gym.statuses.push(state);
      gym.sessions.push(session);
    }
    if (topic.channel === 'workouts') gym.workouts.push(message as WorkoutMessage);
    else if (topic.channel === 'unlinked-workouts')
      gym.unlinkedWorkouts.push(message as UnlinkedWorkoutMessage);
    else {
      const isOther = ['description', 'rep-measures', 'use'].includes(topic.channel);
      if (isOther) gym.others.push({ channel: topic.channel, message });
      return;
    }
    const workout = message as WorkoutMessage | UnlinkedWorkoutMessage;
    const ack = gym.answer(workout);
    if (ack !== null) void send('acks', { workoutUuid: workout.workoutUuid, ...ack });
  });

  onTestFinished(async () => {
    if (server.listening) await gym.cut();
    await new Promise<void>((resolve) => {
      broker.close(resolve);
    });
  });
  return gym;
}

export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tanren-machine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestMachine {
  readonly machine: Machine;
  readonly events: MachineEvent[];
  readonly saw: <E extends MachineEvent['event']>(
    name: E,
    isIt?: (event: Extract<MachineEvent, { event: E }>) => boolean,
  ) => Promise<Extract<MachineEvent, { event: E }>>;
}

/** Short times for tests. */
export const quickTiming: MachineTiming = {
  resendMs: 300,
  stateMs: 20_000,
  requestMs: 20_000,
  welcomeMs: 20_000,
  askAgainMs: 60_000,
  keepAliveSeconds: 30,
  unlinkedIdleMs: 60_000,
  useMs: 60_000,
  retry: { firstMs: 10, longestMs: 50 },
};

export function startTestMachine(
  brokerUrl: string,
  journalFolder: string,
  changes: Partial<MachineTiming> & {
    secret?: string;
    now?: () => Date;
    equipment?: Equipment | null;
  } = {},
): TestMachine {
  const { secret = identity.secret, now = () => new Date(), equipment = null, ...timing } = changes;
  const events: MachineEvent[] = [];
  const machine = startMachine({
    identity: { ...identity, secret },
    equipment,
    brokerUrl,
    brokerCa: null,
    webOrigin: 'https://gym.example',
    journal: openJournal(journalFolder),
    timing: { ...quickTiming, ...timing },
    now,
    random: Math.random,
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => machine.stop());
  return {
    machine,
    events,
    saw: async <E extends MachineEvent['event']>(
      name: E,
      isIt: (event: Extract<MachineEvent, { event: E }>) => boolean = () => true,
    ) =>
      vi.waitUntil(
        () =>
          events.find(
            (event): event is Extract<MachineEvent, { event: E }> =>
              event.event === name && isIt(event as Extract<MachineEvent, { event: E }>),
          ),
        { timeout: 30_000, interval: 5 },
      ),
  };
}

/** Waits long enough for a busy computer. */
export async function eventually(check: () => boolean): Promise<void> {
  await vi.waitUntil(check, { timeout: 30_000, interval: 5 });
}

/** Completes a set of this many reps, each two seconds long. */
export function liftSet({ machine }: TestMachine, reps: number): void {
  for (let rep = 0; rep < reps; rep += 1) machine.completeRep(2000);
  machine.endSet();
}

/** Lists the files of a part of a machine's journal. */
export const listJournal = (folder: string, part: string) => readdir(path.join(folder, part));
