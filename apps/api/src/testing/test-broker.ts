import { onTestFinished } from 'vitest';
import type { TlsFiles } from '#config.ts';
import { listenForMachines } from '#embedded/broker-listener.ts';
import { brokerLimits, type BrokerLimits } from '#embedded/broker-limits.ts';
import type { BrokerAccounts } from '#embedded/broker-sign-in.ts';
import { type Broker, startBroker } from '#embedded/broker.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';

export interface TestBroker {
  readonly broker: Broker;
  readonly port: number;
  readonly url: string;
  /** What was logged, each as one line of JSON. */
  readonly lines: string[];
  readonly log: BrokerLog;
}

/** The real embedded broker on a port of its own, until the test ends. */
export async function startTestBroker(
  accounts: BrokerAccounts,
  limits: Partial<BrokerLimits> = {},
  mqttTls: TlsFiles | null = null,
): Promise<TestBroker> {
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const log: BrokerLog = { info: write, warn: write, error: write };
  const broker = await startBroker({
    accounts,
    now: () => new Date(),
    limits: { ...brokerLimits, ...limits },
  });
  const settings = { mqttHost: '127.0.0.1', mqttPort: 0, mqttTls };
  const listener = await listenForMachines(broker, settings, log);
  onTestFinished(async () => {
    await broker.close();
    await listener.close();
  });
  const scheme = mqttTls === null ? 'mqtt' : 'mqtts';
  return { broker, port: listener.port, url: `${scheme}://127.0.0.1:${listener.port}`, lines, log };
}
