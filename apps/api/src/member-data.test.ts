import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { trainingSessionRuns } from './db/schema/training-sessions.ts';
import { eraseMember } from '#composition/member-data.ts';
import { storeSession } from '#test/support/training-sessions.ts';
import { createTestDatabase } from '#test/support/database.ts';

const { db } = await createTestDatabase();
const at = new Date('2026-04-01T03:00:00Z');

async function follow(sub: string, authorSub: string): Promise<void> {
  const { id, title, items } = await storeSession(db, authorSub);
  const run = { sub, trainingSessionId: id, title, items, startedAt: at, endsBy: at, endedAt: at };
  await db.insert(trainingSessionRuns).values(run);
}

test("members who did all of each other's sessions are erased at once", async () => {
  const members = Array.from({ length: 6 }, () => randomUUID());
  for (let round = 0; round < 5; round += 1) {
    for (const sub of members) for (const author of members) await follow(sub, author);
    await Promise.all(
      members.map((sub) => db.transaction(async (tx) => await eraseMember(tx, sub))),
    );
    expect(await db.$count(trainingSessionRuns)).toBe(0);
  }
});
