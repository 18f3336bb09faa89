import { expect, test } from 'vitest';
import { silentLog } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { createMailRounds } from './reservation-mails.service.ts';

const { db } = await createTestDatabase();
const clock = { ms: 0 };

/** Mails to 0, 1, 2 and so on, each due until it is told. */
function openRounds(count: number, send: (id: number) => Promise<void>) {
  const due = new Set(Array.from({ length: count }, (_, id) => id));
  const run = createMailRounds(
    {
      name: 'test',
      lock: 1,
      listDue: async () => [...due],
      find: async (_tx, id) => (due.has(id) ? id : null),
      write: (id) => ({ to: String(id), subject: '', text: '' }),
      markTold: async (_tx, id) => void due.delete(id),
    },
    {
      db,
      sendMail: async ({ to }) => await send(Number(to)),
      publicUrl: new URL('https://gym.example/'),
      now: () => new Date(clock.ms),
      log: silentLog,
      longestSendMs: 50,
    },
  );
  return { due, run };
}

test('a server that hangs ends the round, and the next one goes on with the others', async () => {
  const tried: number[] = [];
  const { due, run } = openRounds(3, async (id) => {
    tried.push(id);
    if (id === 0) await new Promise(() => {});
  });
  await run();
  expect(tried).toEqual([0]);
  await run();
  expect(tried).toEqual([0, 1, 2]);
  expect([...due]).toEqual([0]);
});

test('a round has its measure, and what failed comes after what was never tried', async () => {
  const tried: number[] = [];
  const { run } = openRounds(150, async (id) => {
    tried.push(id);
    if (id < 100) throw new Error('mailbox unknown');
  });
  await run();
  expect(tried).toEqual(Array.from({ length: 100 }, (_, id) => id));
  clock.ms += 60_000;
  tried.length = 0;
  await run();
  expect(tried.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => 100 + n));
  expect(tried).toHaveLength(100);
});
