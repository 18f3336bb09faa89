import { randomUUID } from 'node:crypto';
import type { Random } from '@tanren/demo/random';
import { eq, sql } from 'drizzle-orm';
import { eraseMember } from '#composition/member-data.ts';
import type { Database, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { type MachineRow, tanrenConnections } from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import { AppError } from '#http/app-error.ts';
import { createUserInfo } from '#modules/members/userinfo.service.ts';
import type { SentWorkout } from '#modules/workouts/ingest/ingest-message.ts';
import {
  rankWorkouts,
  updateProfileRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';
import { addMachine } from '#test/support/machines/machines.ts';

export const stormStart = new Date('2026-04-20T03:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
export const daysBefore = (days: number) => new Date(stormStart.getTime() - days * dayMs);

interface Link {
  readonly connectionId: string;
  readonly machineId: number;
}

/** A member who trains in one gym, so that workouts of the other gym cannot be theirs. */
export interface StormMember {
  readonly sub: string;
  readonly gymId: number;
  links: readonly Link[];
}

export const chooseNickname = (random: Random) => `会員${random.integer(1, 999)}`;

export const chooseBody = (random: Random) => ({
  weight: random.integer(450, 950) / 10,
  birthDate: random.pick(['1985-05-05', '1990-01-01', '1999-12-31']),
  sex: random.pick(['male', 'female', 'no-answer'] as const),
});

/** Uses few loads and reps, so that records tie and share ranges of values. */
export const chooseSets = (random: Random) =>
  Array.from(
    { length: random.integer(1, 3) },
    () => [random.integer(8, 16) * 2.5, random.integer(1, 13)] as const,
  );

/** Locks like the user pool: no work starts for an account that is being deleted. */
const accountLock = 4711;
export async function lockAccount(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${accountLock}, hashtext(${sub}))`);
  if ((await tx.$count(userInfos, eq(userInfos.sub, sub))) === 0) {
    throw new AppError('unauthenticated');
  }
}

/**
 * Opens two gyms with four machines each, two of them of one type, whose workouts members and machines
 * store at random.
 */
export async function openStorm(db: Database) {
  await db.insert(gyms).values([
    { id: 1, name: '渋谷' },
    { id: 2, name: '梅田' },
  ]);
  const machines: MachineRow[] = [];
  for (const gymId of [1, 2]) {
    for (const workoutTypeId of [1, 1, 2, 3]) {
      machines.push(await addMachine(db, { gymId, workoutTypeId }));
    }
  }
  const sent: SentWorkout[] = [];
  const turns = new Set<string>();

  /** Picks unused ten minutes of a machine in the past, because it records one bout at a time. */
  function pickTurn(random: Random, machineId: number, at: Date): Date {
    for (;;) {
      const turn = Math.floor(at.getTime() / 600_000) - random.integer(2, 27 * 24 * 6);
      const key = `${machineId} ${turn}`;
      if (turns.has(key)) continue;
      turns.add(key);
      return new Date(turn * 600_000);
    }
  }

  async function linkEverywhere(sub: string, gymId: number): Promise<Link[]> {
    const made = machines
      .filter((machine) => machine.gymId === gymId)
      .map(({ id }) => ({
        id: randomUUID(),
        machineId: id,
        sub,
        linkedAt: daysBefore(90),
        lastActiveAt: daysBefore(-30),
        endedAt: daysBefore(-30),
        codeStep: 1,
      }));
    await db.insert(tanrenConnections).values(made);
    return made.map(({ id, machineId }) => ({ connectionId: id, machineId }));
  }

  async function join(random: Random, sub: string, at: Date): Promise<void> {
    const profile = {
      nickname: chooseNickname(random),
      height: 170,
      ...chooseBody(random),
      exerciseHabit: 'weekly-1' as const,
      trainingPurposes: ['health' as const],
      rankingVisible: random.chance(0.8),
    };
    const parts = { lockAccount: async () => {}, updateProfileRankings };
    await createUserInfo(db, parts, sub, profile, at);
  }

  async function addMember(random: Random, index: number): Promise<StormMember> {
    const [sub, gymId] = [randomUUID(), (index % 2) + 1];
    await join(random, sub, stormStart);
    return { sub, gymId, links: await linkEverywhere(sub, gymId) };
  }

  function lift(random: Random, { links }: StormMember, at: Date): SentWorkout {
    const link = random.pick(links);
    const startedAt = pickTurn(random, link.machineId, at);
    const sets = chooseSets(random).map(([kg, count]) => ({
      loadHg: kg * 10,
      reps: Array.from({ length: count }, () => ({ loadHg: kg * 10, ms: 2000 })),
    }));
    const endedAt = new Date(startedAt.getTime() + 600_000);
    const message = { workoutUuid: randomUUID(), startedAt, endedAt, sets };
    return { readable: true, ...link, ...message, payload: Buffer.alloc(0) };
  }

  /**
   * Stores new workouts and sometimes a repeated one, as machines do without an answer. It may have
   * been removed meanwhile.
   */
  async function store(random: Random, members: readonly StormMember[], at: Date): Promise<void> {
    const news = Array.from({ length: random.integer(1, 5) }, () =>
      lift(random, random.pick(members), at),
    );
    const again = sent.length > 0 && random.chance(0.5) ? [random.pick(sent)] : [];
    sent.push(...news);
    await ingestAgain(db, [...news, ...again], at);
  }

  async function eraseAndJoinAgain(random: Random, member: StormMember, at: Date): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${accountLock}, hashtext(${member.sub}))`);
      await eraseMember(tx, member.sub);
    });
    const links = await linkEverywhere(member.sub, member.gymId);
    // Sometimes a workout arrives before or while the profile is created.
    const joining = join(random, member.sub, at);
    if (random.chance(0.5)) await store(random, [{ ...member, links }], at);
    await joining;
    member.links = links;
  }

  return { machines, sent, pickTurn, addMember, lift, store, eraseAndJoinAgain };
}

/** Retries when concurrent batches deadlock on the bests or store the same workout. */
async function ingestAgain(
  db: Database,
  messages: readonly SentWorkout[],
  at: Date,
): Promise<void> {
  try {
    await ingestMessages(db, messages, rankWorkouts, at);
  } catch (error) {
    const { cause, message } = error as {
      cause?: { code?: string; where?: string };
      message: string;
    };
    const isDeadlock = cause?.code === '40P01' && cause.where?.includes('workout_bests') === true;
    if (!isDeadlock && !message.includes('stored elsewhere')) throw error;
    await ingestAgain(db, messages, at);
  }
}
