import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatLinkCode, linkStepSeconds } from '@tanren/domain/machines/machine-links';
import { timeCode, timeStep } from '@tanren/domain/machines/time-code';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/app-error.ts';
import { memberPlans, openLinkNotifications } from '#composition/machine-links.ts';
import type { Database } from '#db/database.ts';
import { machines, tanrenConnections, type MachineRow } from '#db/schema/machines.ts';
import type { TrainingReservationRow } from '#db/schema/booking.ts';
import { userInfos } from '#db/schema/members.ts';
import type { Random } from '#demo/random.ts';
import { linkMachine, unlinkMachine } from '#modules/machines/tanren-connection.service.ts';
import type { Slot } from '#modules/booking/reservation-slots.service.ts';
import { selectLastWorkouts } from '#modules/trainers/trainer-links.store.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { liftBout } from './bout.ts';
import { createDemoMachine, type DemoMachineLine } from './demo-machine.ts';
import { createDoorVisits, listInside } from './door-visits.ts';
import { planSets } from './lifted-sets.ts';
import { chooseVisitor, countExpected, type Regular } from './regulars.ts';

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

interface UsedMachine {
  readonly row: MachineRow;
  readonly line: DemoMachineLine;
  lostAt: number;
  spokeAt: number;
  /** `sub` of the demo member on the machine. `null` while it is free. */
  visitor: string | null;
}

const connectGapMs = 50;
/**
 * Time for which a machine is left to the client that took it over, even if that client is gone.
 */
const stayAwayMs = 30_000;
/** Interval of the online messages, which keep the machine online in the list of machines. */
const signOfLifeMs = 5 * 60_000;
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
  const used: UsedMachine[] = [];
  const visits = new Map<string, Promise<void>>();
  let lastAt = new Map<string, Date>();

  const leave = async (sub: string) => {
    await notifications.ended(await unlinkMachine(db, sub, 'member', now()));
  };
  const warn = (error: unknown) => log.warn({ err: error }, 'demo traffic');

  const addMachine = (row: MachineRow, secret: string) => {
    const machine: UsedMachine = {
      row,
      lostAt: 0,
      spokeAt: now().getTime(),
      visitor: null,
      line: createDemoMachine({
        id: row.id,
        secret,
        brokerUrl: parts.brokerUrl,
        onLost: () => {
          machine.lostAt = now().getTime();
          const { visitor } = machine;
          if (visitor !== null) void leave(visitor).catch(warn);
        },
      }),
    };
    used.push(machine);
  };

  /** Reconnects to machines that another client took over and has left again. */
  const reopen = async () => {
    const away = used.filter(
      ({ line, lostAt }) => line.state() === 'away' && now().getTime() - lostAt >= stayAwayMs,
    );
    if (away.length === 0) return;
    const free = await db
      .select({ id: machines.id })
      .from(machines)
      .where(
        and(
          inArray(
            machines.id,
            away.map(({ row }) => row.id),
          ),
          eq(machines.online, false),
          isNull(machines.retiredAt),
        ),
      );
    const ids = new Set(free.map(({ id }) => id));
    await Promise.all(away.filter(({ row }) => ids.has(row.id)).map(({ line }) => line.open()));
  };

  const giveSigns = () => {
    const at = now().getTime();
    for (const machine of used.filter(({ spokeAt }) => at - spokeAt >= signOfLifeMs)) {
      machine.spokeAt = at;
      machine.line.publishOnline();
    }
  };

  /** Links, lifts and leaves on one machine. If it is taken, the member continues with the next. */
  const trainOn = async (machine: UsedMachine, sub: string) => {
    const { row, line } = machine;
    machine.visitor = sub;
    try {
      const code = showLastLinkCode(row, now());
      // Demo members have no accounts that could be deleted meanwhile.
      const lockAccount = async () => {};
      const attempt = { sub, code, address: 'demo' };
      const { current, ended } = await linkMachine(db, lockAccount, attempt, now());
      await notifications.linked(current, ended);
      const link = await line.waitForLink(current.link.id);
      if (link === null) return;
      await wait(random.integer(5_000, 20_000));
      const plan = planSets(link, row, random);
      const workout = await liftBout({ line, link, plan, now, wait });
      if (workout !== null) await line.sendWorkout(workout);
    } catch (error) {
      // The machine is taken by another member, or the code has already been used.
      if (!(error instanceof AppError)) throw error;
    } finally {
      machine.visitor = null;
      await leave(sub);
    }
  };

  const visit = async ({ sub, gymId, workoutTypeIds, typesPerVisit }: Regular) => {
    const known = await db.select().from(userInfos).where(eq(userInfos.sub, sub));
    if (known.length === 0) return;
    const count = random.integer(typesPerVisit.min, typesPerVisit.max);
    for (const workoutTypeId of random.pickSome(workoutTypeIds, count)) {
      const machine = used.find(
        ({ row, line, visitor }) =>
          row.gymId === gymId &&
          row.workoutTypeId === workoutTypeId &&
          line.state() === 'open' &&
          line.link() === null &&
          visitor === null,
      );
      if (machine === undefined) continue;
      await trainOn(machine, sub);
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
      const secrets = await readSecrets(parts.dataDir);
      const rows = await db
        .select()
        .from(machines)
        .where(and(inArray(machines.id, [...secrets.keys()]), isNull(machines.retiredAt)));
      for (const row of rows) addMachine(row, secrets.get(row.id) ?? '');
      const subs = regulars.map(({ sub }) => sub);
      await leaveAll(subs);
      const last = await selectLastWorkouts(db, subs);
      lastAt = new Map(
        last.flatMap(({ sub, lastAt: at }) => (at === null ? [] : [[sub, at] as const])),
      );
      for (const { line } of used) {
        await line.open();
        await wait(connectGapMs);
      }
    },
    async tick() {
      await reopen();
      giveSigns();
      for (const gymId of new Set(used.map(({ row }) => row.gymId))) await receive(gymId);
    },
    /** Resolves when all members who are here have left. */
    async visitsDone() {
      await Promise.all(visits.values());
    },
    async close() {
      await Promise.all(used.splice(0).map(({ line }) => line.close()));
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

/**
 * Returns the machine's code of a minute ago, which is still valid. The current code stays unused
 * for a member who takes the machine over.
 */
function showLastLinkCode({ id, linkKey }: MachineRow, now: Date): string {
  const hmac = (message: Uint8Array) => createHmac('sha1', linkKey).update(message).digest();
  return formatLinkCode(id, timeCode(hmac, timeStep(now, linkStepSeconds) - 1));
}

/** Reads the machines' secrets. The map is empty when the demo world was created elsewhere. */
async function readSecrets(dataDir: string): Promise<Map<number, string>> {
  const text = await readFile(path.join(dataDir, 'machines.json'), 'utf8').catch(() => null);
  if (text === null) return new Map();
  const { machines: known } = JSON.parse(text) as {
    readonly machines: readonly { readonly id: number; readonly secret: string }[];
  };
  return new Map(known.map(({ id, secret }) => [id, secret]));
}
