import { expect, test } from 'vitest';
import { type HourDemand, simulateQueue } from './queue.ts';

const boutSeconds = 240;
/** A bout and the change of people after it. */
const cycleSeconds = boutSeconds + 60;

/** Hours with the same demand, in which the machines are used for this share of the time. */
function listHours(share: number, machines: number): HourDemand[] {
  const bouts = (share * machines * 3600) / cycleSeconds;
  return Array.from({ length: 24 }, (_, hour) => ({ hour, bouts, boutSeconds }));
}

function meanWait(demand: readonly HourDemand[], machines: number): number {
  const waits = simulateQueue(demand, machines).slice(4);
  return waits.reduce((sum, { waitSeconds }) => sum + waitSeconds, 0) / waits.length;
}

/** The simulation is short, and it begins each day without a queue. */
function expectNear(seconds: number, expected: number): void {
  expect(seconds).toBeGreaterThan(0.9 * expected);
  expect(seconds).toBeLessThan(1.1 * expected);
}

/** Half of the wait at a bout of exponential length, plus the part of its variance. */
const variance = (boutSeconds / 2) ** 2 / cycleSeconds ** 2;
const evenness = (1 + variance) / 2;

/** The formula of Pollaczek and Khinchine for one machine. */
test.each([0.3, 0.6, 0.8])('waits at one machine as the theory says, at a use of %d', (share) => {
  const expected = (share / (1 - share)) * evenness * cycleSeconds;
  expectNear(meanWait(listHours(share, 1), 1), expected);
});

/** Erlang's formula for two machines, corrected for the length of bouts. */
test('waits at two machines as the theory says', () => {
  const share = 0.7;
  const waitingChance = (2 * share * share) / (1 + share);
  const expected = (waitingChance * cycleSeconds * evenness) / (2 * (1 - share));
  expectNear(meanWait(listHours(share, 2), 2), expected);
});

test('one of twenty people waits much longer than the mean', () => {
  for (const { waitSeconds, longWaitSeconds } of simulateQueue(listHours(0.6, 1), 1).slice(1)) {
    expect(longWaitSeconds).toBeGreaterThan(2 * waitSeconds);
  }
});

test('a machine more never makes anybody wait longer', () => {
  const demand = listHours(0.8, 1);
  const [one, two] = [simulateQueue(demand, 1), simulateQueue(demand, 2)];
  expect(two.every((hour, at) => hour.waitSeconds < (one[at]?.waitSeconds ?? 0))).toBe(true);
});

test('a queue of a full hour lasts into the next one and not into the hour before', () => {
  const demand = [
    { hour: 19, bouts: 1, boutSeconds },
    { hour: 17, bouts: 1, boutSeconds },
    { hour: 18, bouts: 14, boutSeconds },
  ];
  const [before, full, after] = simulateQueue(demand, 1);
  expect([before?.hour, full?.hour, after?.hour]).toEqual([17, 18, 19]);
  expect(full?.waitSeconds).toBeGreaterThan(300);
  expect(after?.waitSeconds).toBeGreaterThan(120);
  expect(before?.waitSeconds).toBeLessThan(60);
});

test('nobody waits without demand, and the same demand gives the same waits', () => {
  expect(simulateQueue([], 1)).toEqual([]);
  expect(simulateQueue([{ hour: 9, bouts: 0, boutSeconds }], 1)).toEqual([
    { hour: 9, waitSeconds: 0, longWaitSeconds: 0 },
  ]);
  expect(simulateQueue(listHours(0.5, 2), 2)).toEqual(simulateQueue(listHours(0.5, 2), 2));
});
