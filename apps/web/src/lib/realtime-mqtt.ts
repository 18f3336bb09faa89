import type { TanrenMqtt } from '@tanren/contract/tanren-connection';
import type { IClientOptions } from 'mqtt';
import { realtime } from './realtime-clock.ts';
import type { ConnectionEvents, RealtimeConnection } from './realtime-connection.ts';

function connectOptions({ clientId, username, password }: TanrenMqtt): IClientOptions {
  return {
    clientId,
    username,
    password,
    protocolVersion: 4,
    clean: true,
    keepalive: realtime.keepAlive / 1000,
    connectTimeout: realtime.connectTimeout,
    // Credentials work once: the channel asks for new ones and opens a new connection.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    // The default keeps time in a worker made of a blob, which the security policy refuses.
    timerVariant: 'native',
  };
}

/** mqtt.js is large: it is fetched when a machine is linked, not before. */
export async function openMqtt(
  credentials: TanrenMqtt,
  { onMessage, onClose }: ConnectionEvents,
  signal: AbortSignal,
): Promise<RealtimeConnection> {
  const { default: mqtt } = await import('mqtt');
  signal.throwIfAborted();
  const client = mqtt.connect(credentials.url, connectOptions(credentials));
  const close = () => {
    client.end(true);
  };
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', close, { once: true });
    client.once('connect', () => {
      resolve();
    });
    client.on('error', reject);
    client.once('close', () => {
      reject(new Error('Network: the live channel closed'));
    });
  });
  signal.removeEventListener('abort', close);
  const decoder = new TextDecoder();
  client.on('message', (_topic, payload) => {
    onMessage(decoder.decode(payload));
  });
  client.once('close', onClose);
  return {
    isOpen: () => client.connected,
    // mqtt.js rejects when the broker refuses a topic.
    subscribe: async () => {
      await client.subscribeAsync([...credentials.topics], { qos: 0 });
    },
    close,
  };
}
