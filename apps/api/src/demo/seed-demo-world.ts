import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { requiredTermsVersion } from '@tanren/domain/members/terms';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { toBase32 } from '@tanren/user-pool/crypto/secrets';
import { asc, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { type Database, runLongTransaction, type Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { floorCells, gymFloors, machineOffsets, machines } from '#db/schema/machines.ts';
import { termsAgreements, userInfos } from '#db/schema/members.ts';
import { measureSets } from './measured-sets.ts';
import {
  rankingEntries,
  strengthStates,
  workoutBests,
  workoutSets,
  workouts,
} from '#db/schema/workouts.ts';
import { syncFolder } from '#embedded/durable-file.ts';
import { renewDoorAccount } from '#modules/booking/door/door-accounts.ts';
import { updateMachineWaits } from '#modules/machines/waits/machine-waits.service.ts';
import { removeBeginnersMenu } from '#modules/menus/menus.service.ts';
import { createMachineSecret } from '#mqtt/machine-secret.ts';
import { type DemoAccount, demoAccounts } from '@tanren/demo/members/demo-accounts';
import {
  demoFloorCells,
  demoGyms,
  type DemoMachine,
  demoMachines,
  makeDemoOffsets,
} from '@tanren/demo/gyms/demo-gyms';
import { type DemoWorld, generateDemoWorld } from '@tanren/demo/demo-world';
import { demoPlans } from '@tanren/demo/memberships/demo-plans';
import {
  insertGyms,
  insertMemberships,
  insertReservations,
  insertRows,
  insertMenus,
  insertTrainer,
  insertUnlinked,
} from './insert-rows.ts';
import { insertHealthChecks } from './insert-health-checks.ts';
import { makeRankingRows } from './ranking-rows.ts';

export interface SeedContext {
  readonly db: Database;
  readonly dataDir: string;
  readonly now: () => Date;
  /** `null` when accounts live in another pool. */
  readonly createAccount: ((tx: Transaction, account: DemoAccount) => Promise<void>) | null;
  /** The whole world is generated when this is absent. */
  readonly generate?: (now: Date) => DemoWorld;
  /** Encrypts health checks. The world has none when this is absent. */
  readonly healthKey?: Buffer;
}

/** Enough for a slow machine, and for nodes that wait for the one that creates the world. */
const longestSeedMs = 10 * 60_000;

/**
 * Fills a database without gyms, machines and members with the demo world. Returns whether it did.
 * It is one transaction: after a kill in the middle the next start does all of it. Of several nodes
 * that start together one does it while the others wait.
 */
export async function seedDemoWorld(context: SeedContext): Promise<boolean> {
  const { db, dataDir, now, createAccount, healthKey, generate = generateDemoWorld } = context;
  return await runLongTransaction(db, longestSeedMs, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.demoWorld})`);
    if (!(await isEmpty(tx))) return false;
    const madeAt = now();
    const world = generate(madeAt);
    await insertMachines(tx, dataDir, world.midnight);
    const people = toProfiles(world);
    await insertPeople(tx, people);
    if (createAccount !== null) {
      for (const account of demoAccounts) await createAccount(tx, account);
    }
    await removeBeginnersMenu(tx);
    // Menus come before the workouts that belong to them.
    await insertMenus(tx, world, world.runs);
    await insertMemberships(tx, world);
    if (healthKey !== undefined) {
      await insertHealthChecks(tx, healthKey, world.memberships, world.midnight);
    }
    await insertReservations(tx, world.booked, madeAt);
    await insertTrainer(tx, world.trained);
    await insertRows(tx, workouts, world.workouts);
    await insertRows(tx, workoutSets, measureSets(world));
    await insertRows(tx, workoutBests, world.bests);
    await insertRows(tx, strengthStates, world.strengths);
    await tx.insert(machineOffsets).values(makeDemoOffsets(toGymDay(world.midnight)));
    await insertUnlinked(tx, world.unlinked);
    await insertRows(tx, rankingEntries, makeRankingRows(people, world.workouts, world.midnight));
    await advanceSequence(tx, 'training_sessions', world.menus.length);
    await advanceSequence(tx, 'training_session_runs', world.runs.length);
    await advanceSequence(tx, 'trainer_links', world.trained.links.length);
    await advanceSequence(tx, 'trainer_views', world.trained.views.length);
    const { reservations, waits, present } = world.booked;
    await advanceSequence(tx, 'training_reservations', present?.id ?? reservations.length);
    await advanceSequence(tx, 'reservation_waits', waits.length);
    await advanceSequence(tx, 'memberships', world.memberships.memberships.length);
    await advanceSequence(tx, 'membership_events', world.memberships.events.length);
    await advanceSequence(tx, 'dues_entries', world.dues.length);
    await advanceSequence(tx, 'workouts', world.workouts.length);
    await updateMachineWaits(tx, madeAt);
    return true;
  });
}

/** Returns whether the database is unused. A database in use is never changed. */
async function isEmpty(tx: Transaction): Promise<boolean> {
  for (const table of [gyms, machines, userInfos, workouts]) {
    const found = await tx
      .select({ one: sql`1` })
      .from(table)
      .limit(1);
    if (found.length > 0) return false;
  }
  return true;
}

async function insertMachines(tx: Transaction, dataDir: string, createdAt: Date): Promise<void> {
  const made = demoMachines.map((machine) => ({ ...machine, ...createMachineSecret(), createdAt }));
  await insertGyms(tx, toGymDay(createdAt));
  await tx.insert(machines).values(made);
  await tx.insert(gymFloors).values(demoGyms.map(({ id }) => ({ gymId: id, version: 1 })));
  await tx.insert(floorCells).values(demoFloorCells);
  await advanceSequence(tx, 'gyms', demoGyms.length);
  await advanceSequence(tx, 'subscription_plans', demoPlans.length);
  await advanceSequence(tx, 'machines', made.length);
  const doors = await openDoors(tx, createdAt);
  // The file is written before the commit: machines with unknown secrets would be useless.
  await writeMachineFile(dataDir, { machines: made.map(describeMachine), doors });
}

/** Returns the lock of each gym for the configuration of the simulator. */
async function openDoors(tx: Transaction, now: Date) {
  const { id, name, doorSecret, capacity } = gyms;
  const rows = await tx.select({ id, name, doorSecret, capacity }).from(gyms).orderBy(asc(id));
  const doors = [];
  for (const gym of rows) {
    doors.push({
      gymId: gym.id,
      name: gym.name,
      secret: await renewDoorAccount(tx, gym.id, now),
      // The secret is still plain text here. It is encrypted at its first use.
      doorSecret: toBase32(gym.doorSecret),
      seats: gym.capacity,
    });
  }
  return doors;
}

function toProfiles({ people, midnight }: DemoWorld) {
  const today = toGymDay(midnight);
  return people.map(({ age, joinedDaysAgo, training: _training, ...profile }, index) => ({
    ...profile,
    birthDate: addDays(today, -Math.round(age * 365.25) - ((index * 37) % 360)),
    joinedAt: new Date(`${addDays(today, -joinedDaysAgo)}T00:00:00+09:00`),
  }));
}

async function insertPeople(tx: Transaction, people: ReturnType<typeof toProfiles>): Promise<void> {
  await tx
    .insert(userInfos)
    .values(people.map(({ joinedAt: at, ...row }) => ({ ...row, createdAt: at, updatedAt: at })));
  await tx.insert(termsAgreements).values(
    people.map(({ sub, joinedAt }) => ({
      sub,
      version: requiredTermsVersion,
      agreedAt: joinedAt,
    })),
  );
}

type TableWithSequence =
  | 'gyms'
  | 'machines'
  | 'memberships'
  | 'membership_events'
  | 'dues_entries'
  | 'training_reservations'
  | 'reservation_waits'
  | 'subscription_plans'
  | 'training_sessions'
  | 'training_session_runs'
  | 'trainer_links'
  | 'trainer_views'
  | 'workouts';

/** Advances the sequence past the ids of the inserted rows. */
async function advanceSequence(
  tx: Transaction,
  table: TableWithSequence,
  last: number,
): Promise<void> {
  await tx.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`);
}

interface MachineWithSecret extends DemoMachine {
  readonly secret: string;
}

/**
 * Writes the credentials of the machine simulator. The database has only hashes. A crash leaves
 * either the old file or the new one.
 */
async function writeMachineFile(dataDir: string, content: object): Promise<string> {
  const file = path.join(dataDir, 'machines.json');
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dataDir);
  return file;
}

function describeMachine(machine: MachineWithSecret) {
  const { id, gymId, workoutTypeId, secret, minLoadHg, maxLoadHg, loadStepHg } = machine;
  return {
    id,
    gymId,
    workoutTypeId,
    name: workoutTypes.find((type) => type.id === workoutTypeId)?.name,
    secret,
    minLoad: toKilograms(minLoadHg),
    maxLoad: toKilograms(maxLoadHg),
    loadStep: toKilograms(loadStepHg),
  };
}
