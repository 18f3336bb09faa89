import { protocolVersion } from '@tanren/contract/machines/machine-description';
import {
  type AckMessage,
  type CommandMessage,
  type MachineChannel,
  machineTopic,
} from '@tanren/contract/machines/machine-messages';
import { type Fields, isObject } from './evidence.ts';
import type { KitBroker } from './kit-broker.ts';
import { parseJson } from './recording.ts';

type Answer = Omit<AckMessage, 'workoutUuid'>;

export const stored: Answer = { result: 'stored' };

export function describeWelcome(): CommandMessage {
  return { type: 'welcome', protocol: protocolVersion, at: new Date().toISOString() };
}

/** Answers the machine as the server does, with the link and the result that a step has set. */
export function createServer(broker: KitBroker, machineId: number, timeoutMs: number) {
  const messages: { readonly topic: string; readonly value: Fields }[] = [];
  const answers: {
    /** The answer to `online`. `null` for none. */
    link: CommandMessage | null;
    /** The answer to a workout. `null` for none. */
    answer: Answer | null;
    /** Whether the server speaks version 1, which has no `welcome`. */
    isOld: boolean;
  } = { link: null, answer: stored, isOld: false };

  const send = async (channel: 'acks' | 'commands', payload: string) =>
    await broker.send(channel, payload, timeoutMs);
  const command = async (message: object) => await send('commands', JSON.stringify(message));
  const ack = async (message: object) => await send('acks', JSON.stringify(message));
  /** Returns the messages of a channel, of one link or of all. */
  const find = (channel: MachineChannel, connectionId?: string) =>
    messages
      .filter(({ topic }) => topic === machineTopic(machineId, channel))
      .map(({ value }) => value)
      .filter((value) => connectionId === undefined || value['connectionId'] === connectionId);

  const stop = broker.watch((entry) => {
    if (entry.kind !== 'message' || entry.from !== 'machine') return;
    const value = parseJson(entry.payload);
    if (!isObject(value)) return;
    messages.push({ topic: entry.topic, value });
    const { link, answer, isOld } = answers;
    if (value['state'] === 'online' && link !== null) {
      if (!isOld) void command(describeWelcome());
      void command(link);
    }
    if (entry.topic === machineTopic(machineId, 'description')) {
      void command({ type: 'described', result: 'stored' });
    }
    const workoutUuid = value['endedAt'] === undefined ? undefined : value['workoutUuid'];
    if (workoutUuid !== undefined && answer !== null) void ack({ workoutUuid, ...answer });
  });

  return Object.assign(answers, {
    send,
    command,
    ack,
    find,
    stop,
    /** Sends the answer to the last workout again, as a broker may deliver a message twice. */
    ackLast: async () => {
      const workoutUuid = messages.findLast(({ value }) => 'endedAt' in value)?.value[
        'workoutUuid'
      ];
      if (workoutUuid !== undefined) await ack({ workoutUuid, ...answers.answer });
    },
    until: async (isMet: () => boolean) => await broker.until(isMet, timeoutMs),
    countOnline: () => find('status').filter(({ state }) => state === 'online').length,
  });
}
