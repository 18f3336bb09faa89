import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { openSmtpServer } from '#test/support/server/smtp-server.ts';
import { createMailRounds } from './mail-rounds.ts';
import { createSmtpMailer } from './mailer.ts';
import { isRecipientRejected } from './recipient-rejections.ts';

const { db } = await createTestDatabase();
const roundClock = { ms: 0 };

/**
 * Opens rounds for mails with the ids 0, 1, 2 and so on. Each is due until it is marked as sent.
 */
function openRounds(count: number, send: (id: number) => Promise<void>) {
  const due = new Set(Array.from({ length: count }, (_, id) => id));
  const run = createMailRounds(
    {
      name: 'test',
      lock: 1,
      listDue: async () => [...due],
      find: async (_tx, id) => (due.has(id) ? { id, sub: null } : null),
      write: ({ id }) => ({ to: String(id), subject: '', text: '' }),
      markSent: async (_tx, id) => void due.delete(id),
    },
    {
      db,
      sendMail: async ({ to }) => await send(Number(to)),
      findAddresses: async () => new Map(),
      publicUrl: new URL('https://gym.example/'),
      now: () => new Date(roundClock.ms),
      log: silentLog,
      longestSendMs: 50,
    },
  );
  return { due, run };
}

test('ends the round when a server hangs, and the next round continues with the others', async () => {
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

test('limits a round, and sends failed mails after those never tried', async () => {
  const tried: number[] = [];
  const { run } = openRounds(150, async (id) => {
    tried.push(id);
    if (id < 100) throw new Error('mailbox unknown');
  });
  await run();
  expect(tried).toEqual(Array.from({ length: 100 }, (_, id) => id));
  roundClock.ms += 60_000;
  tried.length = 0;
  await run();
  expect(tried.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => 100 + n));
  expect(tried).toHaveLength(100);
});

test('retries a failed mail after a minute, then less often, at last every hour', async () => {
  let tries = 0;
  const { run } = openRounds(1, async () => {
    tries += 1;
    throw new Error('mailbox busy');
  });
  await run();
  const waits: number[] = [];
  for (let wait = 0; waits.length < 8;) {
    roundClock.ms += 60_000;
    wait += 1;
    const before = tries;
    await run();
    if (tries === before) continue;
    waits.push(wait);
    wait = 0;
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

/** Returns the error of the mailer when a mail server gives a recipient this answer. */
async function reject(answer: string): Promise<unknown> {
  const mailer = createSmtpMailer((await openSmtpServer(answer)).url, 'no-reply@tanren.example');
  onTestFinished(() => mailer.close());
  const mail = { to: 'taro@tanren.example', subject: 'x', text: 'x' };
  return await mailer.send(mail).catch((error: unknown) => error);
}

test('does not retry a mail whose recipient is rejected permanently, and deletes its address', async () => {
  const rejection = await reject('550 5.1.1 <taro@tanren.example>: Recipient address rejected');
  const tried: number[] = [];
  const { due, run } = openRounds(2, async (id) => {
    tried.push(id);
    if (id === 0) throw rejection;
  });
  await run();
  roundClock.ms += 60_000;
  await run();
  expect(tried).toEqual([0, 1]);
  expect([...due]).toEqual([]);
});

test.each([
  ['550 5.1.1 <taro@tanren.example>: Recipient address rejected: User unknown', true],
  ['550-5.1.1 The account does not exist.\r\n550 5.1.1 Look for typing errors.', true],
  ['556 5.1.10 Domain takes no mail', true],
  ['552 5.2.2 Mailbox full', true],
  ['550 No such user', true],
  ['553 Mailbox name not allowed', true],
  ['450 4.2.0 Greylisted', false],
  ['421 4.3.2 Shutting down', false],
  ['550 5.1.8 Sender rejected', false],
  ['554 5.7.1 Relay access denied', false],
  ['550 relay not permitted', false],
  ['530 5.7.0 Authentication required', false],
  ['554 Too much from you', false],
])('treats the answer %j to a recipient as permanent: %s', async (answer, forGood) => {
  const error = await reject(answer);
  expect(error).toBeInstanceOf(Error);
  expect(isRecipientRejected(error)).toBe(forGood);
});

test('treats no other failure as one of the recipient', () => {
  const ofSender = { command: 'MAIL FROM', responseCode: 550, response: '550 5.1.1 no' };
  expect(isRecipientRejected(Object.assign(new Error('x'), ofSender))).toBe(false);
  expect(isRecipientRejected(new Error('550 5.1.1 <taro@tanren.example>'))).toBe(false);
  expect(isRecipientRejected('550')).toBe(false);
});
