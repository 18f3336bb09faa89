import { chooseVisitor, countExpected, type Regular } from '@tanren/demo/booking/visitors';
import type { Random } from '@tanren/demo/random';
import { liftWorkout } from '@tanren/simulator/lifting/lift-workouts';
import { createPace } from '@tanren/simulator/lifting/rep-timing';
import type { Machine } from '@tanren/simulator/machine-setup';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/app-error.ts';
import { memberPlans, openLinkNotifications } from '#composition/machine-links.ts';
import type { Database } from '#db/database.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import type { TrainingReservationRow } from '#db/schema/booking.ts';
import { userInfos } from '#db/schema/members.ts';
import { linkMachine, unlinkMachine } from '#modules/machines/tanren-connection.service.ts';
import type { Slot } from '#modules/booking/reservation-slots.service.ts';
import { selectLastWorkouts } from '#modules/trainers/trainer-links.store.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createDoorVisits, listInside } from './door-visits.ts';
import { connect, readStations, showLastLinkCode, type Station, waitFor } from './stations.ts';

export interface Surroundings {
  readonly db: Database;
  readonly bus: MessageBus;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

interface TrafficParts extends Surroundings {
  /** The folder with the secrets of the demo machines. */
  readonly dataDir: string;
  readonly brokerUrl: string;
  readonly regulars: readonly Regular[];
  readonly random: Random;
  /** Waits for a time. Rejects once the traffic has stopped. */
  readonly wait: (ms: number) => Promise<void>;
}

const connectGapMs = 50;
/** Maximum time for an answer of the server. A member who gets none goes home. */
const answerMs = 15_000;
/**
 * Time for which a machine is left to the client that took it over, even if that client is gone.
 */
const stayAwayMs = 30_000;
/** Maximum time before a slot at which a demo member decides to come on the same day. */
const inviteMs = 75 * 60_000;

/**
 * Keeps the demo machines online and lets demo members reserve, enter and train. They use the
 * broker, entries, links, live messages and workouts of real members. A visitor who starts their
 * own simulator takes the machine over, and the demo member on it leaves.
 */
export function createDemoTraffic(parts: TrafficParts) {
  const { db, now, log, regulars, random, wait } = parts;
  const notifications = openLinkNotifications({ ...parts, plans: memberPlans });
  const bySub = new Map(regulars.map((regular) => [regular.sub, regular]));
  const door = createDoorVisits(parts);
  let stations: readonly Station[] = [];
  const visits = new Map<string, Promise<void>>();
  let lastAt = new Map<string, Date>();

  const leave = async (sub: string) => {
    await notifications.ended(await unlinkMachine(db, sub, 'member', now()));
  };
  const warn = (error: unknown) => log.warn({ err: error }, 'demo traffic');
  const lines = { ...parts, onLost: (visitor: string) => void leave(visitor).catch(warn) };

  /** Reconnects to machines that another client took over and has left again. */
  const reopen = async () => {
    const away = stations.filter(
      ({ machine, isRefused, lostAt }) =>
        machine === null && !isRefused && now().getTime() - lostAt >= stayAwayMs,
    );
    if (away.length === 0) return;
    const ids = away.map(({ identity }) => identity.id);
    const free = await db
      .select({ id: machines.id })
      .from(machines)
      .where(
        and(inArray(machines.id, ids), eq(machines.online, false), isNull(machines.retiredAt)),
      );
    const freeIds = new Set(free.map(({ id }) => id));
    await Promise.all(
      away
        .filter(({ identity }) => freeIds.has(identity.id))
        .map((station) => connect(station, lines)),
    );
  };

  /**
   * Links, lifts and leaves on one machine. If it is taken, the member continues with the next.
   * @throws AbortError when the machine is lost, the server does not answer, or the traffic ends
   */
  const trainOn = async (station: Station, machine: Machine, sub: string) => {
    const stay = async (ms: number) => {
      await wait(ms);
      if (station.machine !== machine) throw new DOMException('machine lost', 'AbortError');
    };
    station.visitor = sub;
    try {
      const code = showLastLinkCode(station.identity, now());
      // Demo members have no accounts that could be deleted meanwhile.
      const lockAccount = async () => {};
      const attempt = { sub, code, address: 'demo' };
      const { current, ended } = await linkMachine(db, lockAccount, attempt, now());
      await notifications.linked(current, ended);
      const isLinked = () => machine.link()?.connectionId === current.link.id;
      await waitFor(station, isLinked, { signal: AbortSignal.timeout(answerMs) });
      await stay(random.integer(5_000, 20_000));
      await liftWorkout(machine, { pace: createPace(1), random: random.next, wait: stay });
      const isStored = () => machine.pendingCount() === 0;
      await waitFor(station, isStored, { signal: AbortSignal.timeout(answerMs) });
    } catch (error) {
      // The machine is taken by another member, or the code has already been used.
      if (!(error instanceof AppError)) throw error;
    } finally {
      station.visitor = null;
      await leave(sub);
    }
  };

  const visit = async ({ sub, gymId, workoutTypeIds, typesPerVisit }: Regular) => {
    const known = await db.select().from(userInfos).where(eq(userInfos.sub, sub));
    if (known.length === 0) return;
    const count = random.integer(typesPerVisit.min, typesPerVisit.max);
    for (const workoutTypeId of random.pickSome(workoutTypeIds, count)) {
      const station = stations.find(
        ({ identity, machine, visitor }) =>
          identity.gymId === gymId &&
          identity.workoutTypeId === workoutTypeId &&
          machine?.isConnected() === true &&
          machine.link() === null &&
          visitor === null,
      );
      if (station === undefined || station.machine === null) continue;
      await trainOn(station, station.machine, sub);
      await wait(random.integer(60_000, 180_000));
    }
  };

  const begin = (regular: Regular) => {
    lastAt.set(regular.sub, now());
    const visiting = visit(regular)
      .catch((error: unknown) => {
        if (!isOver(error)) warn(error);
      })
      .finally(() => visits.delete(regular.sub));
    visits.set(regular.sub, visiting);
  };

  /** Sends one member to the machines who is in the gym and has not trained yet. */
  const letTrain = (gymId: number, reservations: readonly TrainingReservationRow[]) => {
    const present = regulars.filter((one) => one.gymId === gymId && visits.has(one.sub)).length;
    if (present >= countExpected(gymId, now())) return;
    const waiting = listInside(reservations, now()).flatMap(({ sub, since }) => {
      const regular = bySub.get(sub);
      const hasTrained = visits.has(sub) || (lastAt.get(sub)?.getTime() ?? 0) >= since.getTime();
      return regular === undefined || hasTrained ? [] : [{ ...regular, gymId }];
    });
    if (waiting.length > 0) begin(random.pick(waiting));
  };

  /** Reserves the next slot for one of the members whose visit is due. */
  const invite = async (gymId: number, reservations: readonly TrainingReservationRow[]) => {
    const slot = await door.findNextSlot(gymId);
    if (slot === null || slot.startsAt.getTime() - now().getTime() > inviteMs) return;
    const isInSlot = ({ startsAt }: Slot) => startsAt.getTime() === slot.startsAt.getTime();
    const coming = reservations.filter(isInSlot).length;
    if (coming >= countExpected(gymId, slot.startsAt)) return;
    const present = new Set([...visits.keys(), ...reservations.map(({ sub }) => sub)]);
    const regular = chooseVisitor({ regulars, lastAt, present }, gymId, slot.startsAt, random);
    if (regular !== null) await door.book(regular.sub, slot);
  };

  const receive = async (gymId: number) => {
    const reservations = await door.list(gymId);
    await door.admit(reservations, (sub) => bySub.has(sub));
    letTrain(gymId, reservations);
    await invite(gymId, reservations);
  };

  return {
    async open() {
      const known = await readStations(parts.dataDir);
      const ids = known.map(({ identity }) => identity.id);
      const present = await db
        .select({ id: machines.id })
        .from(machines)
        .where(and(inArray(machines.id, ids), isNull(machines.retiredAt)));
      const presentIds = new Set(present.map(({ id }) => id));
      stations = known.filter(({ identity }) => presentIds.has(identity.id));
      const subs = regulars.map(({ sub }) => sub);
      await leaveAll(subs);
      const last = await selectLastWorkouts(db, subs);
      lastAt = new Map(
        last.flatMap(({ sub, lastAt: at }) => (at === null ? [] : [[sub, at] as const])),
      );
      for (const station of stations) {
        await connect(station, lines);
        await wait(connectGapMs);
      }
    },
    async tick() {
      await reopen();
      const gymIds = new Set(stations.map(({ identity }) => identity.gymId));
      for (const gymId of gymIds) await receive(gymId);
    },
    /** Resolves when all members who are here have left. */
    async visitsDone() {
      await Promise.all(visits.values());
    },
    async close() {
      const left = stations;
      stations = [];
      await Promise.all(left.map(async ({ machine }) => await machine?.stop()));
      await Promise.all(visits.values());
    },
  };

  /** Ends links of a killed program: unused links would keep members from their machines. */
  async function leaveAll(subs: readonly string[]): Promise<void> {
    const open = await db
      .select({ sub: tanrenConnections.sub })
      .from(tanrenConnections)
      .where(and(inArray(tanrenConnections.sub, [...subs]), isNull(tanrenConnections.endedAt)));
    for (const { sub } of open) await leave(sub);
  }
}

export function isOver(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
