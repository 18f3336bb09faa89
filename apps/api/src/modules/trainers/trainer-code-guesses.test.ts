import { randomBytes, randomUUID } from 'node:crypto';
import { formatTrainerCode, makeTrainerCode } from '@tanren/domain/trainers/trainers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { trainerCodeFailures, trainerLinks } from '#db/schema/trainers.ts';
import { readConfig } from '#config/config.ts';
import { openTrainers } from '#test/support/trainers/trainers.ts';

import { purgeTrainerCodeFailures } from './trainer-code-guesses.ts';

const lines: string[] = [];
const { app, db, buildNode, call, issue, enter, link, now, pass } = await openTrainers({
  config: { ...readConfig({}), logLevel: 'info' },
  logger: { write: (line) => void lines.push(line) },
});
const other = await buildNode();
const wrong = () => makeTrainerCode(randomBytes(8));
const minuteMs = 60_000;
const failuresOf = async (trainer: string) =>
  await db.$count(trainerCodeFailures, eq(trainerCodeFailures.trainerSub, trainer));

/** Counts the answers of each status. */
function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Number of the network, because each test uses its own networks. */
let network = 0;
let home = '';
beforeEach(() => {
  network += 1;
  home = `10.0.${network}.1`;
});

test.each([
  ['in small letters', (code: string) => code.toLowerCase()],
  ['in two groups', formatTrainerCode],
  ['full-width, with spaces', (code: string) => ` ${Array.from(code, widen).join('　')} `],
])('accepts a code %s', async (_how, write) => {
  const { code } = await issue(randomUUID());
  expect((await enter(randomUUID(), write(code), home)).status).toBe(201);
});

function widen(character: string): string {
  return String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0);
}

test.each(['ABCD', '0O1I0O1I', 'あいうえおかきく', "' or 1=1 --", '-', 'A'.repeat(200)])(
  'answers an impossible code (%s) as unknown, and counts it',
  async (text) => {
    const trainer = randomUUID();
    expect(await enter(trainer, text, home)).toMatchObject({
      status: 404,
      body: { code: 'trainer_code_unknown' },
    });
    expect(await failuresOf(trainer)).toBe(1);
  },
);

test('a right code deletes the count of failures', async () => {
  const trainer = randomUUID();
  await link(trainer, randomUUID());
  expect(await failuresOf(trainer)).toBe(0);
});

test("answers differently to a trainer's own code, which stays valid and does not count", async () => {
  const trainer = randomUUID();
  const { code } = await issue(trainer);
  for (let round = 0; round < 12; round += 1) {
    expect(await enter(trainer, code, home)).toMatchObject({
      status: 409,
      body: { code: 'own_trainer_code' },
    });
  }
  expect(await failuresOf(trainer)).toBe(0);
  expect((await enter(randomUUID(), code, home)).status).toBe(201);
});

test('rejects also a right code after ten wrong ones, until the first has expired', async () => {
  const [trainer, member] = [randomUUID(), randomUUID()];
  for (let round = 0; round < 10; round += 1) {
    expect((await enter(trainer, wrong(), home)).status).toBe(404);
    pass(minuteMs);
  }
  const { code } = await issue(member);
  const rejected = await enter(trainer, code, home);
  expect(rejected).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  // The first guess was ten minutes ago.
  expect(rejected.retryAfter).toBe('300');
  expect(await failuresOf(trainer)).toBe(10);
  pass(5 * minuteMs - 1);
  expect((await enter(trainer, code, home)).retryAfter).toBe('1');
  // The rejected attempts did not use up the code, which is still valid.
  pass(1);
  expect((await enter(trainer, code, home)).status).toBe(201);
});

test('thirty wrong codes from one network block that network, and no others', async () => {
  const trainers = Array.from({ length: 3 }, () => randomUUID());
  for (const trainer of trainers) {
    for (let round = 0; round < 10; round += 1) await enter(trainer, wrong(), home);
  }
  const { code } = await issue(randomUUID());
  const fresh = randomUUID();
  expect((await enter(fresh, code, home)).status).toBe(429);
  expect(await failuresOf(fresh)).toBe(0);
  expect((await enter(fresh, code, `10.0.${network}.2`)).status).toBe(201);
});

test('counts a whole /64 as one network', async () => {
  const prefix = `2001:db8:${network}`;
  for (let round = 1; round <= 30; round += 1) {
    const from = `${prefix}:1:${round}::${round}`;
    expect((await enter(randomUUID(), wrong(), from)).status).toBe(404);
  }
  expect((await enter(randomUUID(), wrong(), `${prefix}:1:ffff::1`)).status).toBe(429);
  expect((await enter(randomUUID(), wrong(), `${prefix}:2::1`)).status).toBe(404);
});

test('counts an IPv4-mapped IPv6 address as IPv4', async () => {
  for (let round = 0; round < 30; round += 1) await enter(randomUUID(), wrong(), home);
  expect((await enter(randomUUID(), wrong(), `::ffff:${home}`)).status).toBe(429);
  expect((await enter(randomUUID(), wrong(), `::ffff:10.0.${network}.9`)).status).toBe(404);
});

test('a burst over two nodes has no more than ten attempts', async () => {
  const trainer = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, at) =>
      call(
        {
          as: `${trainer}/trainer`,
          method: 'POST',
          path: '/trainer/members',
          body: { code: wrong() },
          from: `10.1.${network}.${at}`,
        },
        at % 2 === 0 ? app : other,
      ),
    ),
  );
  expect(tally(answers)).toEqual({ 404: 10, 429: 40 });
  expect(await failuresOf(trainer)).toBe(10);
});

test('a burst of many trainers from one network has no more than thirty attempts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, at) =>
      call(
        {
          as: `${randomUUID()}/trainer`,
          method: 'POST',
          path: '/trainer/members',
          body: { code: wrong() },
          from: home,
        },
        at % 2 === 0 ? app : other,
      ),
    ),
  );
  expect(tally(answers)).toEqual({ 404: 30, 429: 20 });
});

test('links exactly one of many trainers who enter one code at once', async () => {
  const member = randomUUID();
  const { code } = await issue(member);
  const trainers = Array.from({ length: 12 }, () => randomUUID());
  const answers = await Promise.all(
    trainers.map(async (trainer, at) => await enter(trainer, code, `10.2.${network}.${at}`)),
  );
  expect(tally(answers)).toEqual({ 201: 1, 404: 11 });
  expect(await db.$count(trainerLinks, eq(trainerLinks.memberSub, member))).toBe(1);
  const winner = trainers[answers.findIndex(({ status }) => status === 201)] ?? '';
  expect(await failuresOf(winner)).toBe(0);
});

test('logs wrong codes with trainer and network, never the code', async () => {
  const [trainer, code] = [randomUUID(), wrong()];
  lines.length = 0;
  for (let round = 0; round < 11; round += 1) await enter(trainer, code, home);
  const warnings = lines.filter((line) => line.includes('"level":40'));
  expect(warnings).toHaveLength(11);
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
    trainerSub: trainer,
    address: home,
    outcome: 'trainer_code_unknown',
  });
  expect(JSON.parse(warnings[10] ?? '')).toMatchObject({ outcome: 'too_many_requests' });
  expect(lines.join('')).not.toContain(code);
  expect(lines.join('')).not.toContain(formatTrainerCode(code));
});

test('deletes failures after their time', async () => {
  const trainer = randomUUID();
  await enter(trainer, wrong(), home);
  await purgeTrainerCodeFailures(db, now());
  expect(await failuresOf(trainer)).toBe(1);
  await purgeTrainerCodeFailures(db, new Date(now().getTime() + 1));
  expect(await failuresOf(trainer)).toBe(0);
});
