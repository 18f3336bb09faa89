/** A random generator with a fixed seed, so that the demo world is the same every time. */
export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly next: () => number;
  /** Returns an integer between both ends, which are included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Picks some of the choices, each at most once, in their order. */
  pickSome<T>(choices: readonly T[], count: number): T[];
  /** Returns a value around the mean, at most three deviations away. */
  around(mean: number, deviation: number): number;
  uuid(): string;
}

export function createRandom(seed: number): Random {
  // Mulberry32 is small, and good enough for fictitious people.
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[integer(0, choices.length - 1)];
    if (choice === undefined) throw new Error('there is nothing to pick from');
    return choice;
  };
  return {
    next,
    integer,
    pick,
    chance: (probability) => next() < probability,
    pickSome: (choices, count) => {
      const keyed = choices.map((choice, index) => ({ choice, index, key: next() }));
      return keyed
        .toSorted((a, b) => a.key - b.key)
        .slice(0, count)
        .toSorted((a, b) => a.index - b.index)
        .map(({ choice }) => choice);
    },
    // A sum of twelve is nearly normal and bounded. Six are enough here.
    around: (mean, deviation) => {
      const sum = next() + next() + next() + next() + next() + next();
      return mean + (sum - 3) * Math.SQRT2 * deviation;
    },
    uuid: () => {
      const word = () => ((next() * 2 ** 32) >>> 0).toString(16).padStart(8, '0');
      const [a, b, c, d] = [word(), word(), word(), word()];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
  };
}
