import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { makeRecords } from '@tanren/domain/workouts/rankings';
import type { Database } from '#db/database.ts';
import {
  notificationChoices,
  notificationOutbox,
  pushSubscriptions,
  tokenAddresses,
} from '#db/schema/members.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import {
  chosenLoads,
  trainerCodeFailures,
  trainerLinks,
  trainerViews,
} from '#db/schema/trainers.ts';
import {
  rejectedWorkouts,
  withheldRecords,
  workoutClaims,
  workoutCorrections,
  workoutEvents,
} from '#db/schema/workout-records.ts';
import { removedWorkouts } from '#db/schema/workouts.ts';
import { sql } from '#test/support/database.ts';

/** Lists all existing tables, including those of tools and those added later. */
export async function listTables(url: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    url,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
     from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     order by 1`,
  );
  return tables.map(({ name }) => name);
}

/** Finds the tables in which any row contains one of these words, in any column, bytes included. */
export async function findTraces(url: string, words: readonly string[]): Promise<string[]> {
  const tables = await listTables(url);
  // One statement searches all tables: a connection for each would cost far more.
  const searches = tables.map(
    // A row as text shows every column: documents as JSON, bytes as hexadecimal digits.
    (table, at) => `select ${at} as at where exists (
      select 1 from ${table} as t, unnest($1::text[]) word
       where position(word in lower(t::text)) > 0)`,
  );
  const found = await sql<{ at: number }>(url, searches.join(' union all '), [
    words.flatMap(spell),
  ]);
  const places = new Set(found.map(({ at }) => at));
  return tables.filter((_, at) => places.has(at));
}

function spell(word: string): string[] {
  const lower = word.toLowerCase();
  const asBytes = [Buffer.from(word), Buffer.from(lower)].map((bytes) => bytes.toString('hex'));
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(lower);
  return [lower, ...asBytes, ...(isUuid ? [lower.replaceAll('-', '')] : [])];
}

/**
 * Stores rows of trainers and staff about a member, and rows of the member as a trainer or staff.
 */
export async function storeTraces(db: Database, sub: string, now: Date): Promise<void> {
  const sides = [
    { memberSub: sub, trainerSub: randomUUID() },
    { memberSub: randomUUID(), trainerSub: sub },
  ];
  for (const side of sides) {
    const link = { ...side, scopes: [], linkedAt: now, endedAt: now };
    const [made] = await db.insert(trainerLinks).values(link).returning();
    if (made === undefined) throw new Error('no link was made');
    const linkId = made.id;
    await db.insert(trainerViews).values({ ...side, linkId, seen: 'history', seenAt: now });
    const load = { sub: side.memberSub, workoutTypeId: 1, linkId, loadHg: 400, reason: '' };
    await db.insert(chosenLoads).values({ ...load, chosenAt: now });
  }
  const failure = { trainerSub: sub, address: '203.0.113.9', failedAt: now };
  await db.insert(trainerCodeFailures).values(failure);
  await db.insert(staffAuditLog).values([
    { at: now, action: 'member.view', staffSub: sub, memberSub: randomUUID() },
    { at: now, action: 'member.view', staffSub: randomUUID(), memberSub: sub },
  ]);
  await db.insert(tokenAddresses).values({ sub, email: `${sub}@example.com`, issuedAt: now });
  const device = { endpoint: `https://push.example/${sub}`, p256dh: '', auth: '', userAgent: '' };
  await db.insert(pushSubscriptions).values({ sub, ...device, createdAt: now });
  const wanted = { kind: 'announcement' as const, push: true, mail: true };
  await db.insert(notificationChoices).values({ sub, ...wanted });
  const words = { topic: 'announcement-1', title: '', body: '', path: '/' };
  const waiting = { kind: 'announcement' as const, channel: 'mail' as const, dueAt: now };
  await db.insert(notificationOutbox).values({ sub, ...words, ...waiting, expiresAt: now });
  await db.insert(removedWorkouts).values({
    workoutUuid: randomUUID(),
    sub,
    machineId: 1,
    workoutTypeId: 1,
    startedAt: now,
    removedAt: now,
    reason: '',
  });
  const record = { workoutId: randomInt(1_000_000, 2_000_000_000), sub };
  const type = { ...record, workoutTypeId: 1 };
  await db.insert(workoutClaims).values({
    sub,
    claimHash: randomBytes(32),
    machineId: 1,
    state: 'waiting',
    claimedAt: now,
  });
  await db.insert(rejectedWorkouts).values({ ...type, rejectedAt: now, content: { sub } });
  await db.insert(withheldRecords).values({ ...type, startedAt: now, ...makeRecords(() => 1) });
  const corrected = { before: [], after: [], reason: '', state: 'pending' as const };
  await db.insert(workoutCorrections).values({ ...record, ...corrected, gymId: 1, madeAt: now });
  const event = { kind: 'corrected', actor: 'member', at: now } as const;
  await db.insert(workoutEvents).values({ ...record, ...event });
}
