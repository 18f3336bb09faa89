import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CommandMessage,
  type LiveMessage,
  machineTopic,
} from '@tanren/contract/machines/machine-messages';
import { formatLinkCode, linkStepSeconds } from '@tanren/domain/machines/machine-links';
import { timeCode, timeStep } from '@tanren/domain/machines/time-code';
import mqtt from 'mqtt';
import type { BenchServer } from '#running-server.ts';

const machineId = 1;
const loadKg = 40;

/** Connects a machine that only sends messages, so that nothing but their way is measured. */
export async function connectLiveMachine(server: BenchServer) {
  const file = JSON.parse(await readFile(join(server.dataDir, 'machines.json'), 'utf8')) as {
    machines: { id: number; secret: string }[];
  };
  const secret = file.machines.find(({ id }) => id === machineId)?.secret ?? '';
  const client = await mqtt.connectAsync(`mqtt://localhost:${await server.readMqttPort()}`, {
    protocolVersion: 4,
    clientId: String(machineId),
    username: String(machineId),
    password: secret,
  });
  const linked = new Promise<string>((resolve) => {
    client.on('message', (_topic, payload) => {
      const command = JSON.parse(payload.toString()) as CommandMessage;
      if (command.type === 'linked') resolve(command.connectionId);
    });
  });
  await client.subscribeAsync(machineTopic(machineId, 'commands'), { qos: 1 });
  const workoutUuid = randomUUID();
  let seq = 0;
  return {
    readCode() {
      const key = createHmac('sha256', Buffer.from(secret, 'base64url'))
        .update('tanren link code')
        .digest();
      const step = timeStep(new Date(), linkStepSeconds);
      const digits = timeCode((message) => createHmac('sha1', key).update(message).digest(), step);
      return formatLinkCode(machineId, digits);
    },
    linked,
    async publish(type: LiveMessage['type'], connectionId: string, reps: number) {
      seq += 1;
      const message: LiveMessage = {
        type,
        connectionId,
        workoutUuid,
        seq,
        at: new Date().toISOString(),
        loadKg,
        lifting: true,
        sets: [{ loadKg, reps }],
        max: reps === 0 ? 0 : loadKg,
        tfo: reps * loadKg,
      };
      await client.publishAsync(machineTopic(machineId, 'live'), JSON.stringify(message));
    },
    end: async () => await client.endAsync(),
  };
}
