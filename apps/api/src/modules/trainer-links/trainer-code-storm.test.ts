import { randomBytes, randomUUID } from 'node:crypto';
import { makeTrainerCode } from '@tanren/domain/trainers';
import { expect, test } from 'vitest';
import { trainerCodeFailures, trainerLinks } from '#db/schema/trainer-links.ts';
import { bearer } from '#test/support/app.ts';
import { bySize } from '#test/support/test-size.ts';
import { openTrainers } from '#test/support/trainers.ts';

const { app, db, buildNode, issue, enter, pass } = await openTrainers();

/** Four trainers to a network, so that networks reach their bound before trainers do. */
const { guesses, trainers, networks, members } = bySize(
  { guesses: 4000, trainers: 40, networks: 10, members: 20 },
  { guesses: 100_000, trainers: 500, networks: 125, members: 50 },
);
/** As many at a time as two nodes take without waiting for each other's connections. */
const lanes = 16;

test(`${guesses} guesses from many addresses find none of ${members} codes`, async () => {
  const nodes = [app, await buildNode()];
  const subs = Array.from({ length: trainers }, () => randomUUID());
  const owners = Array.from({ length: members }, () => randomUUID());
  const issued = await Promise.all(owners.map(async (sub) => await issue(sub)));
  const live = new Set(issued.map(({ code }) => code));
  expect(live.size).toBe(members);

  const answers = new Map<number, number>();
  let next = 0;
  const guessOn = async () => {
    for (;;) {
      const at = next;
      if (at >= guesses) return;
      next += 1;
      const { statusCode } = await (nodes[at % 2] ?? app).inject({
        method: 'POST',
        url: '/api/trainer/members',
        headers: bearer(`${subs[at % trainers]}/trainer`),
        // Over the whole storm every trainer comes from every address.
        remoteAddress: `10.9.0.${(at + Math.floor(at / trainers)) % networks}`,
        payload: { code: makeTrainerCode(randomBytes(8)) },
      });
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, guessOn));

  expect(new Set(answers.keys())).toEqual(new Set([404, 429]));
  const looked = answers.get(404) ?? 0;
  // Within a quarter of an hour no address gets more than 30, and no trainer more than 10.
  expect(looked).toBeLessThanOrEqual(networks * 30);
  expect(looked).toBeLessThanOrEqual(trainers * 10);
  expect(await db.$count(trainerCodeFailures)).toBe(looked);
  expect(await db.$count(trainerLinks)).toBe(0);

  // Whoever was told a code is let in, also while others guess.
  const [first, ...rest] = issued;
  expect((await enter(randomUUID(), first?.code ?? '', '192.0.2.1')).status).toBe(201);
  pass(15 * 60_000 - 1);
  for (const { code } of rest.slice(0, 5)) {
    expect((await enter(randomUUID(), code, '192.0.2.1')).status).toBe(201);
  }
}, 1_800_000);
