import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ExportRow } from '#policies/member-data.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { calendarFeedData } from './calendar-feeds.service.ts';
import { findFeedTime, replaceFeed } from './calendar-feeds.store.ts';

const { db } = await createTestDatabase();
const createdAt = new Date('2026-05-01T15:30:00Z');

async function readRows(sub: string): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for (const { headers, readRows: read } of calendarFeedData.exports) {
    for await (const row of read(db, { sub, groups: [] })) {
      expect(row.cells).toHaveLength(headers.length);
      rows.push(row);
    }
  }
  return rows;
}

test('the export tells since when there is an address, never which', async () => {
  const sub = randomUUID();
  expect(await readRows(sub)).toEqual([]);
  await replaceFeed(db, { sub, tokenHash: randomUUID(), createdAt });
  expect(await readRows(sub)).toEqual([{ record: { createdAt }, cells: ['2026-05-02 00:30:00'] }]);
});

test('erasing stops the address of one member and no others', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  for (const one of [sub, other]) {
    await replaceFeed(db, { sub: one, tokenHash: randomUUID(), createdAt });
  }
  await db.transaction(async (tx) => await calendarFeedData.erase(tx, sub));
  expect([await findFeedTime(db, sub), await findFeedTime(db, other)]).toEqual([null, createdAt]);
});
