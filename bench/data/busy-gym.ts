import { idleReleaseMs } from '@tanren/domain/machines/machine-links';
import { expectFreeAfter, findSetSeconds } from '@tanren/domain/machines/expected-waits';
import { estimateItemMinutes, estimateSetSeconds } from '@tanren/domain/menus/menus';
import { orderRun, type RunMachine } from '@tanren/domain/menus/run-order';
import { createEvents } from './timed-events.ts';
import { type GymPerson, observeBout, type PlannedBout } from './gym-people.ts';

/** How the people with the app choose their next machine. */
export type Policy = 'fixed' | 'greedy' | 'ours';

export interface Evening {
  readonly people: readonly GymPerson[];
  /** Workout type of each machine. */
  readonly floor: readonly number[];
  readonly policy: Policy;
  /** Usual wait of each type in minutes. */
  readonly typicalWaits: ReadonlyMap<number, number>;
}

export interface Visit {
  readonly person: GymPerson;
  readonly waitSeconds: number;
  readonly lengthSeconds: number;
}

/** Expectation of one bout at one moment, and when the machine was really left. */
export interface Guess {
  readonly expectedMinutes: number;
  readonly errorMinutes: number;
  readonly realMinutes: number;
  readonly hasPlan: boolean;
}

/** Wait of one person for one machine. */
interface TypeWait {
  readonly workoutTypeId: number;
  readonly seconds: number;
}

export interface EveningResult {
  readonly visits: readonly Visit[];
  readonly guesses: readonly Guess[];
  readonly waits: readonly TypeWait[];
}

const walkSeconds = 30;
const holdSeconds = 90;
/** The page reads the order again every 15 s. People without it look around once a minute. */
const pageSeconds = 15;
const lookSeconds = 60;

interface Visitor {
  readonly person: GymPerson;
  open: PlannedBout[];
  lastTypeId: number | null;
  readyAt: number;
  waitSeconds: number;
  isWaiting: boolean;
  link: Machine | null;
}

interface Machine {
  readonly id: number;
  readonly workoutTypeId: number;
  user: { visitor: Visitor; bout: PlannedBout; startedAt: number } | null;
  /** The newest bout with a link. It may have been left without the link. */
  link: { visitor: Visitor; bout: PlannedBout; startedAt: number } | null;
  queue: Visitor[];
  hold: { visitor: Visitor; until: number } | null;
}

/** Simulates an evening. Times are seconds after 17 o'clock. */
export function simulateEvening({ people, floor, policy, typicalWaits }: Evening): EveningResult {
  const machines = floor.map((workoutTypeId, id): Machine => {
    return { id, workoutTypeId, user: null, link: null, queue: [], hold: null };
  });
  const visits: Visit[] = [];
  const guesses: Guess[] = [];
  const waits: TypeWait[] = [];
  const events = createEvents();

  for (const person of people) {
    const visitor: Visitor = {
      person,
      open: person.bouts.filter(({ item }) => floor.includes(item.workoutTypeId)),
      lastTypeId: null,
      readyAt: person.arrivesAt,
      waitSeconds: 0,
      isWaiting: false,
      link: null,
    };
    events.add(person.arrivesAt, (now) => goOn(visitor, now));
  }
  for (let at = 0; at < 5 * 3600; at += 60) events.add(at, recordGuesses);
  events.run();
  return { visits, guesses, waits };

  function goOn(visitor: Visitor, now: number): void {
    if (visitor.open.length === 0) {
      const { person, waitSeconds } = visitor;
      visits.push({ person, waitSeconds, lengthSeconds: now - person.arrivesAt });
      return;
    }
    walkTo(visitor, choose(visitor, now), now);
  }

  function walkTo(visitor: Visitor, machine: Machine, now: number): void {
    if (steers(visitor) && isFreeFor(machine, visitor, now)) {
      for (const one of machines) if (one.hold?.visitor === visitor) one.hold = null;
      machine.hold = { visitor, until: now + holdSeconds };
    }
    events.add(now + walkSeconds, (at) => arrive(visitor, machine, at));
  }

  function arrive(visitor: Visitor, machine: Machine, now: number): void {
    if (isEmpty(machine)) return start(visitor, machine, now);
    if (!follows(visitor) || policy !== 'fixed') {
      const other = choose(visitor, now);
      if (other !== machine && isFreeFor(other, visitor, now)) return walkTo(visitor, other, now);
    }
    const queue = findShortestQueue(machine.workoutTypeId);
    queue.queue.push(visitor);
    visitor.isWaiting = true;
    const seconds = steers(visitor) ? pageSeconds : lookSeconds;
    events.add(now + seconds, (at) => lookAround(visitor, queue, at, seconds));
  }

  function lookAround(visitor: Visitor, queue: Machine, now: number, seconds: number): void {
    if (!visitor.isWaiting || !queue.queue.includes(visitor)) return;
    // The member who held the machine has not come.
    if (queue.user === null && queue.queue[0] === visitor) return start(visitor, queue, now);
    if (!follows(visitor) || policy !== 'fixed') {
      const other = choose(visitor, now);
      if (other !== queue && isFreeFor(other, visitor, now)) {
        leaveQueue(visitor, queue);
        walkTo(visitor, other, now);
        return;
      }
    }
    events.add(now + seconds, (at) => lookAround(visitor, queue, at, seconds));
  }

  function leaveQueue(visitor: Visitor, machine: Machine): void {
    visitor.isWaiting = false;
    machine.queue = machine.queue.filter((one) => one !== visitor);
  }

  function start(visitor: Visitor, machine: Machine, now: number): void {
    leaveQueue(visitor, machine);
    const bout = visitor.open.find(({ item }) => item.workoutTypeId === machine.workoutTypeId);
    if (bout === undefined) throw new Error('a visitor came to a machine without an item');
    const waited = Math.max(0, now - visitor.readyAt - walkSeconds);
    visitor.waitSeconds += waited;
    const { workoutTypeId } = machine;
    waits.push({ workoutTypeId, seconds: waited });
    machine.user = { visitor, bout, startedAt: now };
    machine.hold = null;
    if (visitor.person.links) {
      if (visitor.link !== null) visitor.link.link = null;
      visitor.link = machine;
      machine.link = machine.user;
    }
    events.add(now + bout.leavesAt, (at) => leave(visitor, machine, at));
  }

  function leave(visitor: Visitor, machine: Machine, now: number): void {
    visitor.open = visitor.open.filter((bout) => bout !== machine.user?.bout);
    machine.user = null;
    visitor.lastTypeId = machine.workoutTypeId;
    visitor.readyAt = now;
    if (visitor.person.links && !visitor.person.forgetsLink) {
      machine.link = null;
      visitor.link = null;
    }
    const [next] = machine.queue;
    if (next !== undefined) start(next, machine, now);
    goOn(visitor, now);
  }

  /** Returns whether the visitor follows a menu in the app. */
  function follows({ person }: Visitor): boolean {
    return person.usesApp;
  }

  function steers(visitor: Visitor): boolean {
    return policy === 'ours' && follows(visitor);
  }

  function choose(visitor: Visitor, now: number): Machine {
    const type = steers(visitor) ? chooseOurs(visitor, now) : chooseAlone(visitor, now);
    const free = machines.find((one) => one.workoutTypeId === type && isFreeFor(one, visitor, now));
    return free ?? findShortestQueue(type);
  }

  function chooseAlone(visitor: Visitor, now: number): number {
    const types = visitor.open.map(({ item }) => item.workoutTypeId);
    const isFixed = follows(visitor) && (policy === 'fixed' || visitor.person.isOrderFixed);
    const free = isFixed
      ? undefined
      : types.find((type) =>
          machines.some((one) => one.workoutTypeId === type && isFreeFor(one, visitor, now)),
        );
    return free ?? types[0] ?? 0;
  }

  function chooseOurs(visitor: Visitor, now: number): number {
    const history = new Map([[0, visitor.person.history]]);
    const items = visitor.open.map(({ item }, position) => ({
      position,
      workoutTypeId: item.workoutTypeId,
      minutes: estimateItemMinutes({ ...item, workoutTypeId: 0 }, history),
    }));
    const { order } = orderRun({
      items,
      machines: machines.map((one) => describe(one, visitor, now)),
      typicalWaits,
      lastTypeId: visitor.lastTypeId,
      fixedOrder: visitor.person.isOrderFixed,
    });
    return items[order[0]?.position ?? 0]?.workoutTypeId ?? 0;
  }

  /** Returns what the server knows about a machine. */
  function describe(machine: Machine, visitor: Visitor, now: number): RunMachine {
    const { id: machineId, workoutTypeId, link, user, hold } = machine;
    const isHeld = hold !== null && hold.visitor !== visitor && hold.until > now;
    const expected = link === null || link.visitor === visitor ? null : expect(link, now);
    const isUsed = isHeld || expected !== null || (user !== null && !user.visitor.person.links);
    return {
      machineId,
      workoutTypeId,
      state: isUsed ? 'used' : 'free',
      freeInMinutes: isHeld ? null : (expected?.minutes ?? null),
    };
  }

  /** Returns `null` for a link that the server has released. */
  function expect({ visitor, bout, startedAt }: NonNullable<Machine['link']>, now: number) {
    const known = observeBout(bout, now - startedAt);
    if ((now - startedAt - known.lastActiveAt) * 1000 >= idleReleaseMs) return null;
    const { usesApp, history } = visitor.person;
    return expectFreeAfter(
      {
        setCount: known.setCount,
        plannedSets: usesApp ? bout.item.sets : null,
        paceSeconds: findSetSeconds(history) ?? (usesApp ? estimateSetSeconds(bout.item) : null),
        lastActiveAt: new Date((startedAt + known.lastActiveAt) * 1000),
      },
      new Date(now * 1000),
    );
  }

  function recordGuesses(now: number): void {
    for (const { link, user } of machines) {
      const expected = link === null ? null : expect(link, now);
      if (link === null || expected === null) continue;
      guesses.push({
        expectedMinutes: expected.minutes,
        errorMinutes: expected.errorMinutes,
        realMinutes: user === link ? (link.startedAt + link.bout.leavesAt - now) / 60 : 0,
        hasPlan: link.visitor.person.usesApp,
      });
    }
  }

  function isEmpty({ user, queue }: Machine): boolean {
    return user === null && queue.length === 0;
  }

  /** Returns whether a visitor would go to a machine now. */
  function isFreeFor(machine: Machine, visitor: Visitor, now: number): boolean {
    const { hold } = machine;
    const isHeld = hold !== null && hold.visitor !== visitor && hold.until > now;
    const sees = steers(visitor) || visitor.person.respectsHolds;
    return isEmpty(machine) && !(isHeld && sees);
  }

  function findShortestQueue(type: number): Machine {
    const lengthOf = ({ queue, user, hold }: Machine) =>
      queue.length + (user === null && hold === null ? 0 : 1);
    const [best] = machines
      .filter(({ workoutTypeId }) => workoutTypeId === type)
      .toSorted((a, b) => lengthOf(a) - lengthOf(b));
    if (best === undefined) throw new Error(`there is no machine of type ${type}`);
    return best;
  }
}
