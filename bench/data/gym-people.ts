import { ownMenus, publicMenus, trainedMenus } from '@tanren/demo/menus/demo-menus';
import { createRandom, type Random } from '@tanren/demo/random';
import type { MenuItem, OwnPace } from '@tanren/domain/menus/menus';

/** One item of a person with the duration that it will have, in seconds. */
export interface PlannedBout {
  readonly item: MenuItem;
  readonly sets: readonly {
    /** Seconds after the beginning of the bout. */
    readonly startsAt: number;
    readonly endsAt: number;
  }[];
  /** Seconds until the person has left the machine. */
  readonly leavesAt: number;
}

export interface GymPerson {
  readonly arrivesAt: number;
  readonly bouts: readonly PlannedBout[];
  /** The person follows a menu in the app. Others know their list and look around. */
  readonly usesApp: boolean;
  /** The person links the machines. A few do without following a menu. */
  readonly links: boolean;
  readonly isOrderFixed: boolean;
  /** The person forgets to end the link. */
  readonly forgetsLink: boolean;
  /** The person respects the screen of a machine that is held. */
  readonly respectsHolds: boolean;
  /** Earlier bouts that the server knows. */
  readonly history: readonly OwnPace[];
}

interface Habits {
  readonly repSeconds: number;
  readonly restFactor: number;
  readonly phoneChance: number;
}

/** Seconds of an evening from 17 to 22 o'clock in which people arrive. */
const eveningSeconds = 5 * 3600;

/** Invents the people of one evening. They are the same for every way to order their items. */
export function inventPeople(seed: number, visits: number, appShare: number): GymPerson[] {
  const random = createRandom(seed);
  return Array.from({ length: visits }, () =>
    inventPerson(random.integer(0, 2 ** 30), appShare),
  ).toSorted((a, b) => a.arrivesAt - b.arrivesAt);
}

function inventPerson(seed: number, appShare: number): GymPerson {
  const random = createRandom(seed);
  const menu = pickMenu(random);
  const usesApp = random.chance(appShare);
  const habits = {
    repSeconds: lognormal(random, 3.6, 0.2),
    restFactor: lognormal(random, 1.1, 0.35),
    phoneChance: random.chance(0.3) ? 0.15 : 0.03,
  };
  const past = random.chance(0.2) ? [] : Array.from({ length: 6 }, () => pickMenu(random).items[0]);
  return {
    // Most people come around 19 o'clock.
    arrivesAt: ((random.next() + random.next()) / 2) * eveningSeconds,
    bouts: menu.items.map((item) => inventBout(random, habits, item)),
    usesApp,
    links: usesApp || random.chance(0.2),
    isOrderFixed: menu.isTrained && random.chance(0.5),
    forgetsLink: random.chance(0.2),
    respectsHolds: random.chance(0.7),
    history: past.flatMap((item) => {
      if (item === undefined) return [];
      const { sets } = inventBout(random, habits, item);
      const seconds = (sets.at(-1)?.endsAt ?? 0) - (sets[0]?.startsAt ?? 0);
      return [{ seconds, setCount: sets.length }];
    }),
  };
}

const menus = [
  ...publicMenus.map(({ items, liked }) => ({ items, weight: liked, isTrained: false })),
  ...ownMenus.map(({ items }) => ({ items, weight: 0.1, isTrained: false })),
  ...trainedMenus.map(({ items }) => ({ items, weight: 0.1, isTrained: true })),
];
const allWeights = menus.reduce((sum, { weight }) => sum + weight, 0);

function pickMenu(random: Random) {
  let rest = random.next() * allWeights;
  return menus.find(({ weight }) => (rest -= weight) < 0) ?? random.pick(menus);
}

/**
 * Invents a bout that does not follow the model: a pace of the person's own, sets that are left out
 * or added, rests as long as they come out, and pauses with the phone.
 */
function inventBout(random: Random, habits: Habits, item: MenuItem): PlannedBout {
  let sets = item.sets;
  if (random.chance(0.08)) sets = Math.max(1, sets - 1);
  while (random.chance(0.12)) sets += 1;
  let clock = lognormal(random, 45, 0.5);
  const times = Array.from({ length: sets }, (_, index) => {
    if (index > 0) {
      clock += Math.max(15, item.restSeconds * habits.restFactor * lognormal(random, 1, 0.35));
      if (random.chance(habits.phoneChance)) clock += exponential(random, 150);
    }
    const startsAt = clock;
    clock += item.reps * habits.repSeconds * lognormal(random, 1, 0.15);
    return { startsAt, endsAt: clock };
  });
  return { item, sets: times, leavesAt: clock + lognormal(random, 35, 0.6) };
}

function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random.next());
}

function lognormal(random: Random, median: number, deviation: number): number {
  const normal =
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return median * Math.exp(deviation * normal);
}

/** Reps are written at most every 30 s, as on the server. */
const repTouchSeconds = 30;

/** Returns the sets and the last activity of a bout that the server has seen after some seconds. */
export function observeBout(bout: PlannedBout, seconds: number) {
  let setCount = 0;
  let lastActiveAt = 0;
  for (const { startsAt, endsAt } of bout.sets) {
    if (startsAt > seconds) break;
    setCount += 1;
    const until = Math.min(endsAt, seconds);
    const touches = Math.floor((until - startsAt) / repTouchSeconds);
    lastActiveAt = endsAt <= seconds ? endsAt : startsAt + touches * repTouchSeconds;
  }
  return { setCount, lastActiveAt };
}
