import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ExportRow } from '#policies/member-data.ts';
import { doorRequests } from '#db/schema/training-reservations.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms.ts';
import { gymDoorData, purgeDoorRequests } from './gym-door.store.ts';

const { db } = await createTestDatabase();
const gym = await addGym(db, openDaily(6, 26), { name: 'TANREN 神田' });
const at = new Date('2026-04-01T15:30:00Z');

async function readRows(sub: string): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for (const part of gymDoorData.exports) {
    for await (const row of part.readRows(db, { sub, groups: [] })) {
      expect(row.cells).toHaveLength(part.headers.length);
      rows.push(row);
    }
  }
  return rows;
}

async function log(sub: string, count: number): Promise<void> {
  const request = { gymId: gym.id, sub, requestedAt: at, granted: true };
  await db.insert(doorRequests).values(Array.from({ length: count }, () => request));
}

test('the export has all of a member, however many, in words', async () => {
  const sub = randomUUID();
  await log(sub, 1203);
  await log(randomUUID(), 3);
  const refused = { gymId: gym.id, sub, requestedAt: at, granted: false };
  await db.insert(doorRequests).values([
    { ...refused, reason: 'too_early' },
    { ...refused, reason: 'no_reservation' },
  ]);
  const rows = await readRows(sub);
  expect(rows).toHaveLength(1205);
  expect(rows.at(0)?.cells).toEqual(['2026-04-02 00:30:00', 'TANREN 神田', '表示しました']);
  expect(rows.slice(-2).map(({ cells }) => cells.at(-1))).toEqual([
    '表示なし（予約の15分前より早いため）',
    '表示なし（予約がないため）',
  ]);
  expect(rows.at(-1)?.record).toMatchObject({
    gymId: gym.id,
    granted: false,
    reason: 'no_reservation',
  });
});

test('erasing takes all of one member and nothing of another', async () => {
  const [sub, kept] = [randomUUID(), randomUUID()];
  await log(sub, 2);
  await log(kept, 2);
  await db.transaction(async (tx) => await gymDoorData.erase(tx, sub));
  expect(await readRows(sub)).toEqual([]);
  expect(await readRows(kept)).toHaveLength(2);
});

test('purging takes what is older, and nothing else', async () => {
  const sub = randomUUID();
  await log(sub, 1);
  const later = new Date(at.getTime() + 1);
  await db.insert(doorRequests).values({ gymId: gym.id, sub, requestedAt: later, granted: true });
  await purgeDoorRequests(db, later);
  expect(await readRows(sub)).toHaveLength(1);
});
