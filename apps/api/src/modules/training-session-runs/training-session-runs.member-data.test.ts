import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ExportRow } from '#policies/member-data.ts';
import { trainingSessionRuns, trainingSessions } from '#db/schema/training-sessions.ts';
import { planItem, storeSession } from '#test/support/training-sessions.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { trainingSessionRunData } from './training-session-runs.member-data.ts';

const { db } = await createTestDatabase();
const startedAt = new Date('2026-04-01T03:00:00Z');
const endsBy = new Date('2026-04-01T07:00:00Z');

async function readRows(sub: string): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for (const { headers, readRows: read } of trainingSessionRunData.exports) {
    for await (const row of read(db, { sub, groups: [] })) {
      expect(row.cells).toHaveLength(headers.length);
      rows.push(row);
    }
  }
  return rows;
}

/** All but the last are over. */
async function run(sub: string, count: number): Promise<number> {
  const items = [planItem({ loadHg: 425 }), planItem({ workoutTypeId: 4, loadHg: null, sets: 1 })];
  const { id, title } = await storeSession(db, randomUUID(), { items });
  const same = { sub, trainingSessionId: id, title, items, startedAt, endsBy };
  await db.insert(trainingSessionRuns).values(
    Array.from({ length: count }, (_, at) => ({
      ...same,
      endedAt: at === count - 1 ? null : endsBy,
    })),
  );
  return id;
}

test('the export tells every run in words, page by page, also of a session that is gone', async () => {
  const sub = randomUUID();
  const id = await run(sub, 401);
  await run(randomUUID(), 1);
  const rows = await readRows(sub);
  expect(new Set(rows.map(({ record }) => record['id'])).size).toBe(401);
  expect(rows[0]?.cells).toEqual([
    '2026-04-01 12:00:00',
    '2026-04-01 16:00:00',
    '胸と背中の日',
    'チェストプレス 42.5kg 10回×3セット、ラットプルダウン おすすめの重量 10回×1セット',
  ]);
  expect(rows.at(-1)?.cells[1]).toBeNull();
  await db.delete(trainingSessions).where(eq(trainingSessions.id, id));
  expect((await readRows(sub))[0]?.record).toMatchObject({
    trainingSessionId: null,
    items: [{ loadKg: 42.5 }, { loadKg: null }],
  });
});

test('erasing takes the runs of one member and no others', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  await run(sub, 2);
  await run(other, 2);
  await db.transaction(async (tx) => await trainingSessionRunData.erase(tx, sub));
  expect([await readRows(sub), await readRows(other)].map((rows) => rows.length)).toEqual([0, 2]);
});
