import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chosenLoads, trainerLinks } from '#db/schema/trainers.ts';
import { findTraces } from '#test/support/members/member-traces.ts';
import { createExportReader } from '#test/support/members/exports.ts';
import { openTrainers } from '#test/support/trainers/trainers.ts';

import { trainerLinkData } from './trainer-links.member-data.ts';

const { db, url, call, issue, enter, link, name, now, pass } = await openTrainers();

const readPart = createExportReader(db, trainerLinkData);

const erase = async (sub: string) =>
  await db.transaction(async (tx) => await trainerLinkData.erase(tx, sub));

/**
 * Creates a member who was viewed by a trainer, has a load chosen by the trainer, and then left the
 * trainer.
 */
async function live() {
  const [trainer, member] = [randomUUID(), randomUUID()];
  await name(trainer, '鍛冶');
  await name(member, '会員');
  const memberId = await link(trainer, member, ['history', 'profile']);
  const chosen = { sub: member, workoutTypeId: 1, linkId: memberId, loadHg: 425 };
  await db.insert(chosenLoads).values({ ...chosen, reason: '膝を守るため', chosenAt: now() });
  await call({ as: `${trainer}/trainer`, path: `/trainer/members/${memberId}/workouts` });
  await call({ as: `${trainer}/trainer`, path: `/trainer/members/${memberId}` });
  await enter(trainer, 'WRNGCDE2', '198.51.100.7');
  return { trainer, member, memberId };
}

test('exports everything to the member in words', async () => {
  const { trainer, member, memberId } = await live();
  const [linked] = await readPart('trainer-links', member);
  expect(linked?.cells).toEqual([
    '鍛冶',
    'トレーニング履歴、プロフィール',
    '2026-04-01 12:00:00',
    null,
  ]);
  const views = await readPart('trainer-views', member);
  expect(views.map(({ cells }) => cells)).toEqual([
    ['2026-04-01 12:00:00', 'トレーニング履歴', '鍛冶'],
    ['2026-04-01 12:00:00', 'プロフィール', '鍛冶'],
  ]);
  const [load] = await readPart('chosen-loads', member);
  expect(load?.cells).toEqual(['チェストプレス', 42.5, '膝を守るため', '2026-04-01 12:00:00']);
  expect(await readPart('trained-members', member)).toEqual([]);

  const [trained] = await readPart('trained-members', trainer);
  expect(trained?.cells).toEqual([memberId, '2026-04-01 12:00:00', null]);
  const made = await readPart('views-of-trained-members', trainer);
  expect(made.map(({ cells }) => cells[2])).toEqual([memberId, memberId]);
  const [failure] = await readPart('trainer-code-failures', trainer);
  expect(failure?.cells).toEqual(['2026-04-01 12:00:00', '198.51.100.7']);
  // The export of a trainer names no member.
  const taken = JSON.stringify([trained, made, failure]);
  expect(taken).not.toContain(member);
  expect(taken).not.toContain('会員');
});

test('exports an ended link without scopes', async () => {
  const [trainer, member] = [randomUUID(), randomUUID()];
  await link(trainer, member, []);
  pass(1000);
  await call({ as: member, method: 'DELETE', path: '/trainer-connection-code' });
  const [linked] = await readPart('trainer-links', member);
  expect(linked?.cells).toEqual([null, 'なし', '2026-04-01 12:00:00', '2026-04-01 12:00:01']);
  pass(-1000);
});

test("erases a member completely, and removes them from the trainer's list", async () => {
  const { trainer, member, memberId } = await live();
  const other = randomUUID();
  const stays = await link(trainer, other);
  await issue(member);
  await erase(member);
  expect(await findTraces(url, [member])).toEqual(['public.user_infos']);
  const path = `/trainer/members/${memberId}`;
  expect((await call({ as: `${trainer}/trainer`, path })).status).toBe(404);
  const { body } = await call<{ items: { memberId: number }[] }>({
    as: `${trainer}/trainer`,
    path: '/trainer/members',
  });
  expect(body.items.map((one) => one.memberId)).toEqual([stays]);
});

test('a code of an erased member links no one', async () => {
  const member = randomUUID();
  const { code } = await issue(member);
  await erase(member);
  expect((await enter(randomUUID(), code)).body.code).toBe('trainer_code_unknown');
  expect(await findTraces(url, [member])).toEqual([]);
});

test('erases a trainer completely, and the member has no trainer any more', async () => {
  const { trainer, member } = await live();
  await erase(trainer);
  expect(await findTraces(url, [trainer])).toEqual(['public.user_infos']);
  const connection = await call({ as: member, path: '/trainer-connection-code' });
  expect(connection.body).toEqual({ state: 'none' });
  expect(await db.$count(chosenLoads, eq(chosenLoads.sub, member))).toBe(0);
  expect((await issue(member)).state).toBe('pending');
});

test('a link that is created while the member is erased does not exist afterwards', async () => {
  for (let round = 0; round < 10; round += 1) {
    const member = randomUUID();
    const { code } = await issue(member);
    const from = `10.7.0.${round}`;
    await Promise.all([erase(member), enter(randomUUID(), code, from)]);
    expect(await db.$count(trainerLinks, eq(trainerLinks.memberSub, member))).toBe(0);
  }
});
