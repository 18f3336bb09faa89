import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#config/config.ts';
import { makeDemoMembers } from '@tanren/demo/members/demo-members';
import { demoMemberCount } from '@tanren/demo/demo-world';
import { createRandom } from '@tanren/demo/random';
import { repeatTask } from '#tasks/repeat-task.ts';
import { createDemoTraffic, isOver, type Surroundings } from './demo-traffic.ts';
import { listRegulars } from '@tanren/demo/booking/visitors';

const tickMs = 20_000;

interface StartParts extends Surroundings {
  readonly config: Pick<Config, 'dataDir' | 'mqttHost' | 'mqttPort'>;
}

/**
 * Runs the traffic until the returned function is called, which waits until all of it has ended.
 */
export function startDemoTraffic({ config, ...parts }: StartParts): () => Promise<void> {
  const { now, log } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  // Every member in the gym adds a listener to this signal.
  setMaxListeners(0, signal);
  const traffic = createDemoTraffic({
    ...parts,
    dataDir: config.dataDir,
    brokerUrl: nameBroker(config),
    // Past visits do not matter here, so the gyms' opening days do not matter either.
    regulars: listRegulars(makeDemoMembers(demoMemberCount, () => true)),
    random: createRandom(now().getTime()),
    wait: async (ms) => await sleep(ms, undefined, { signal }),
  });
  const begin = async () => {
    await traffic.open();
    await traffic.tick();
  };
  const begun = begin().catch((error: unknown) => {
    if (!isOver(error)) log.warn({ err: error }, 'demo traffic');
  });
  const stop = repeatTask(
    { name: 'demo traffic', everyMs: tickMs, run: async () => await traffic.tick() },
    log,
  );
  return async () => {
    ending.abort();
    await Promise.all([begun, stop()]);
    await traffic.close();
  };
}

function nameBroker({ mqttHost, mqttPort }: Pick<Config, 'mqttHost' | 'mqttPort'>): string {
  const host = ['0.0.0.0', '::'].includes(mqttHost) ? 'localhost' : mqttHost;
  return `mqtt://${host.includes(':') ? `[${host}]` : host}:${mqttPort}`;
}
