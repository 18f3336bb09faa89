import {
  AckMessage,
  CommandMessage,
  type LiveMessage,
  type MachineChannel,
  machineTopic,
  type StatusMessage,
  type WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import mqtt, { ErrorWithReasonCode, type MqttClient } from 'mqtt';
import { createMessageReader } from '#mqtt/read-message.ts';
import type { LinkedCommand } from './lifted-sets.ts';

interface DemoMachineOptions {
  readonly id: number;
  readonly secret: string;
  readonly brokerUrl: string;
  /** Called when the connection ended from outside: a visitor's own simulator has taken over. */
  readonly onLost: () => void;
}

export interface DemoMachineLine {
  /** `away`: another client has the machine. `refused`: the broker does not accept our secret. */
  readonly state: () => 'closed' | 'open' | 'away' | 'refused';
  readonly open: () => Promise<void>;
  /**
   * Publishes that the machine is online. The server answers with the current link, and staff see
   * the time.
   */
  readonly publishOnline: () => void;
  /** The member's link with the machine, as far as the machine knows. */
  readonly link: () => LinkedCommand | null;
  /** Resolves when the machine receives this link, or with `null` after a time limit. */
  readonly waitForLink: (connectionId: string) => Promise<LinkedCommand | null>;
  readonly publishLive: (message: LiveMessage) => void;
  /** Resolves with the server's answer, or with `null` when none came. */
  readonly sendWorkout: (workout: WorkoutMessage) => Promise<AckMessage['result'] | null>;
  readonly close: () => Promise<void>;
}

const demoFirmware = 'tanren-demo/1.0';
const answerMs = 15_000;
/** Seconds after which the broker notices that an idle machine is gone. */
const keepAliveSeconds = 240;

const readCommand = createMessageReader(CommandMessage);
const readAck = createMessageReader(AckMessage);

/**
 * Connects a demo machine to the broker with the same sign-in as a real one. It keeps no journal: a
 * workout under way when the program ends is lost. It never reconnects by itself, because two
 * clients with the same name would disconnect each other for ever.
 */
export function createDemoMachine(options: DemoMachineOptions): DemoMachineLine {
  const { id, onLost } = options;
  const topicOf = (channel: MachineChannel) => machineTopic(id, channel);
  const waiting = new Set<() => void>();
  const acks = new Map<string, AckMessage['result']>();
  let client: MqttClient | null = null;
  let state: ReturnType<DemoMachineLine['state']> = 'closed';
  let link: LinkedCommand | null = null;

  const wake = () => {
    for (const look of waiting) look();
  };
  /**
   * Checks after each message. Resolves with `null` after a time limit, or when the connection
   * ended.
   */
  const waitFor = <T>(find: () => T | null) =>
    new Promise<T | null>((resolve) => {
      const finish = (found: T | null) => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve(found);
      };
      const look = () => {
        const found = find();
        if (found !== null || state !== 'open') finish(found);
      };
      const timer = setTimeout(() => finish(null), answerMs);
      waiting.add(look);
      look();
    });

  const hear = (topic: string, payload: Buffer) => {
    if (topic === topicOf('acks')) {
      const ack = readAck(payload);
      if (ack.ok && ack.message.workoutUuid !== null) {
        acks.set(ack.message.workoutUuid, ack.message.result);
      }
    } else {
      const command = readCommand(payload);
      if (command.ok) link = command.message.type === 'linked' ? command.message : null;
    }
    wake();
  };

  const publish = (channel: MachineChannel, message: object, qos: 0 | 1) => {
    // A failure here shows as a closed connection, or as an answer that never comes.
    if (state === 'open')
      client?.publish(topicOf(channel), JSON.stringify(message), { qos }, () => {});
  };

  const publishOnline = () => {
    publish('status', { state: 'online', firmware: demoFirmware } satisfies StatusMessage, 1);
  };

  const handleLoss = (current: MqttClient, reason: 'away' | 'refused') => {
    current.end(true);
    if (client !== current) return;
    client = null;
    state = reason;
    link = null;
    wake();
    onLost();
  };

  return {
    state: () => state,
    link: () => link,
    async open() {
      const current = mqtt.connect(options.brokerUrl, {
        protocolVersion: 4,
        clientId: String(id),
        username: String(id),
        password: options.secret,
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: answerMs,
        keepalive: keepAliveSeconds,
        queueQoSZero: false,
      });
      client = current;
      let isRejected = false;
      current.on('message', hear);
      current.on('error', (error) => {
        isRejected ||= error instanceof ErrorWithReasonCode;
      });
      current.once('close', () => handleLoss(current, isRejected ? 'refused' : 'away'));
      const connected = new Promise<void>((resolve) => {
        current.once('connect', () => resolve());
        current.once('close', () => resolve());
      });
      await connected;
      if (client !== current) return;
      const topics = [topicOf('acks'), topicOf('commands')];
      const granted = await current.subscribeAsync(topics, { qos: 1 }).catch(() => null);
      if (granted === null || client !== current) return void current.end(true);
      state = 'open';
      publishOnline();
    },
    publishOnline,
    waitForLink: (connectionId) =>
      waitFor(() => (link?.connectionId === connectionId ? link : null)),
    publishLive: (message) => publish('live', message, 0),
    async sendWorkout(workout) {
      publish('workouts', workout, 1);
      const result = await waitFor(() => acks.get(workout.workoutUuid) ?? null);
      acks.clear();
      return result;
    },
    async close() {
      const leaving = client;
      client = null;
      state = 'closed';
      link = null;
      wake();
      await leaving?.endAsync(true);
    },
  };
}
