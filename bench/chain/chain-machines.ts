import { randomUUID } from 'node:crypto';
import {
  type AckMessage,
  type LiveMessage,
  machineTopic,
  type WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import mqtt, { type MqttClient } from 'mqtt';
import type { ChainMachine, ChainWorld } from './chain-world.ts';

export interface ChainMachines {
  readonly count: number;
  /** Sends a workout of three sets and returns the milliseconds from publishing to its ack. */
  readonly finishWorkout: (machine: number) => Promise<number>;
  /** Publishes a rep on the live topic. */
  readonly publishRep: (machine: number, seq: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const spacingMs = 120_000;
const connectAtOnce = 40;

/** Connects all machines of the chain to the broker, each with its own connection. */
export async function connectMachines(world: ChainWorld): Promise<ChainMachines> {
  const waiting = new Map<string, (result: string) => void>();
  const clients: MqttClient[] = [];
  for (let from = 0; from < world.machines.length; from += connectAtOnce) {
    const some = world.machines.slice(from, from + connectAtOnce);
    clients.push(...(await Promise.all(some.map(connectMachine))));
  }

  async function connectMachine({ id, secret }: ChainMachine): Promise<MqttClient> {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${world.brokerPort}`, {
      protocolVersion: 4,
      clientId: String(id),
      username: String(id),
      password: secret,
      keepalive: 300,
    });
    client.on('error', () => undefined);
    client.on('message', (_topic, payload) => {
      const { workoutUuid, result, reason } = JSON.parse(payload.toString()) as AckMessage;
      waiting.get(workoutUuid ?? '')?.(reason ?? result);
    });
    await client.subscribeAsync(machineTopic(id, 'acks'), { qos: 1 });
    return client;
  }

  const find = (machine: number) => {
    const [known, client] = [world.machines[machine], clients[machine]];
    if (known === undefined || client === undefined) throw new Error(`no machine ${machine}`);
    return { known, client };
  };
  const finished: number[] = [];

  return {
    count: clients.length,
    async finishWorkout(machine) {
      const { known, client } = find(machine);
      const turn = (finished[machine] = (finished[machine] ?? 0) + 1);
      const startedAt = world.linkedAt + turn * spacingMs;
      const message = describeWorkout(known.connectionId, startedAt, machine + turn);
      const publishedAt = performance.now();
      const acked = new Promise<string>((resolve) => waiting.set(message.workoutUuid, resolve));
      await client.publishAsync(machineTopic(known.id, 'workouts'), JSON.stringify(message), {
        qos: 1,
      });
      const result = await acked;
      waiting.delete(message.workoutUuid);
      if (result !== 'stored') throw new Error(`a workout was answered by ${result}`);
      return performance.now() - publishedAt;
    },
    async publishRep(machine, seq) {
      const { known, client } = find(machine);
      const message: LiveMessage = {
        type: 'rep',
        connectionId: known.connectionId,
        workoutUuid: known.connectionId,
        seq,
        at: new Date().toISOString(),
        loadKg: 40,
        lifting: true,
        sets: [{ loadKg: 40, reps: (seq % 15) + 1 }],
        max: 40,
        tfo: ((seq % 15) + 1) * 40,
      };
      await client.publishAsync(machineTopic(known.id, 'live'), JSON.stringify(message));
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
  };
}

function describeWorkout(connectionId: string, startedAt: number, n: number): WorkoutMessage {
  const loadKg = 40 + (n % 20) * 2.5;
  const reps = Array.from({ length: 10 }, () => ({ loadKg, ms: 2500 }));
  return {
    workoutUuid: randomUUID(),
    connectionId,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + 100_000).toISOString(),
    sets: Array.from({ length: 3 }, () => ({ loadKg, reps })),
  };
}
