import { onTestFinished, vi } from 'vitest';
import type { MachineEvent } from '#machine-event.ts';
import type { MachineTiming } from '#machine-timing.ts';
import { type Machine, startMachine } from '#machine.ts';
import { identity } from './test-gym.ts';

export interface TestMachine {
  readonly machine: Machine;
  readonly events: MachineEvent[];
  readonly saw: <E extends MachineEvent['event']>(
    name: E,
    isIt?: (event: Extract<MachineEvent, { event: E }>) => boolean,
  ) => Promise<Extract<MachineEvent, { event: E }>>;
}

/** Quick, and otherwise as the real one. */
const quickTiming: MachineTiming = {
  resendMs: 300,
  stateMs: 20_000,
  askMs: 20_000,
  keepAliveSeconds: 30,
  retry: { firstMs: 10, longestMs: 50 },
};

export function startTestMachine(
  brokerUrl: string,
  journalFolder: string,
  changes: Partial<MachineTiming> & { secret?: string; now?: () => Date } = {},
): TestMachine {
  const { secret = identity.secret, now = () => new Date(), ...timing } = changes;
  const events: MachineEvent[] = [];
  const machine = startMachine({
    identity: { ...identity, secret },
    brokerUrl,
    brokerCa: null,
    webOrigin: 'https://gym.example',
    journalFolder,
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

/** For machines that do other things meanwhile: it takes as long as it takes. */
export async function eventually(check: () => boolean): Promise<void> {
  await vi.waitUntil(check, { timeout: 30_000, interval: 5 });
}
