import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { onTestFinished } from 'vitest';

export interface TestMqttClient {
  readonly client: MqttClient;
  /** `topic payload`, in order of arrival. */
  readonly received: string[];
  /** Resolves when the connection ends, by whomever. */
  readonly closed: Promise<void>;
  /** What was granted: 0, 1 or 128. */
  subscribe(...topics: string[]): Promise<number[]>;
}

/** Fails when the broker does not let it in. Never reconnects. */
export async function connectMqtt(url: string, options: IClientOptions): Promise<TestMqttClient> {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    clientId: options.username ?? 'nobody',
    ...options,
  });
  const received: string[] = [];
  client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  onTestFinished(() => void client.end(true));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', (error) => reject(new Error(`refused: ${error.message}`)));
    client.once('close', () => reject(new Error('refused: closed before it was connected')));
  });
  client.on('error', () => {});
  return {
    client,
    received,
    closed,
    subscribe: (...topics) =>
      new Promise((resolve, reject) => {
        client.subscribe(topics, { qos: 1 }, (error, _grants, packet) => {
          if (packet === undefined) reject(error ?? new Error('no answer'));
          else resolve(packet.granted.map(Number));
        });
      }),
  };
}
