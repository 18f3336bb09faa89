/**
 * Does what only a person can do with a machine: turns it on and lifts. A person, a program's
 * standard input or the simulator is behind it.
 */
export interface Operator {
  /** Turns the machine on. Its clock is off by this many seconds from then on. */
  readonly powerOn: (clockOffsetSeconds: number) => Promise<void>;
  /** Cuts the power, without any warning to the machine. */
  readonly cutPower: () => Promise<void>;
  /** Lifts one set, and rests after it. */
  readonly lift: (reps: number, loadKg: number) => Promise<void>;
  /** Ends the bout, like a person who leaves the machine. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Screen {
  readonly write: (text: string) => void;
  /** Resolves when the person has pressed Enter. */
  readonly waitForEnter: () => Promise<void>;
}

/** Asks a person in front of a real machine. */
export function askPerson(screen: Screen): Operator {
  const request = async (text: string) => {
    screen.write(`\n→ ${text}\n  Then press Enter. `);
    await screen.waitForEnter();
  };
  return {
    powerOn: (offset) =>
      request(
        offset === 0
          ? 'Make sure that the machine has the right time, and turn it on.'
          : `Turn the machine on and set its clock ${describeOffset(offset)}. If it cannot be set, only turn it on.`,
      ),
    cutPower: () => request('Cut the power of the machine: pull the plug, do not shut it down.'),
    lift: (reps, loadKg) =>
      request(`Lift exactly ${reps} reps with ${loadKg} kg without a pause, then rest.`),
    finish: () => request('End the workout on the machine, as when you leave it.'),
    close: async () => {},
  };
}

function describeOffset(seconds: number): string {
  return `${Math.abs(seconds) / 60} minutes ${seconds < 0 ? 'back' : 'ahead'}`;
}
