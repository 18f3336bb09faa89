import { randomUUID } from 'node:crypto';
import type { Problem } from '@tanren/contract/problem';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import { expect, test } from 'vitest';
import { openSessions, type SessionPage } from '#test/support/training-sessions.ts';
import { storeTrainerLink } from '#test/support/trainers.ts';
import { hideSession, restoreSession } from './session-moderation.ts';

const { db, call, make, change, setFavorite, readTags, findIndexed } = await openSessions();
const reason = '個人の連絡先が書かれています。';

const hide = async (id: number) =>
  await db.transaction(async (tx) => await hideSession(tx, id, reason));
const restore = async (id: number) =>
  await db.transaction(async (tx) => await restoreSession(tx, id));
const read = async (sub: string, id: number) =>
  await call<TrainingSession & Problem>(sub, 'GET', `/training-sessions/${id}`);
const search = async (query: string) =>
  (
    await call<SessionPage>(randomUUID(), 'GET', `/training-sessions?query=${query}`)
  ).body.items.map(({ trainingSessionId }) => trainingSessionId);

test('what is hidden is gone for everybody but its author, who reads why', async () => {
  const [author, fan] = [randomUUID(), randomUUID()];
  const { trainingSessionId: id } = await make(author, { title: '連絡先の日', tags: ['連絡先'] });
  await setFavorite(fan, id, true);
  expect(await search('連絡先の日')).toEqual([id]);
  expect(await hide(id)).toMatchObject({ authorSub: author, title: '連絡先の日' });
  expect((await read(fan, id)).status).toBe(404);
  expect(await search('連絡先の日')).toEqual([]);
  expect(await findIndexed(id)).toBeUndefined();
  expect(await readTags()).not.toHaveProperty('連絡先');
  const own = { visibility: 'private', hiddenReason: reason, version: 2 };
  expect(await read(author, id)).toMatchObject({ status: 200, body: own });
  // Again, with the counts as they are.
  await hide(id);
  expect(await read(author, id)).toMatchObject({ status: 200, body: own });
});

test('its author can change it, and cannot publish it', async () => {
  const author = randomUUID();
  const made = await make(author, { tags: ['公開できない札'] });
  await hide(made.trainingSessionId);
  const refused = { status: 409, body: { code: 'hidden_by_staff' } };
  expect(await change(author, made, {})).toMatchObject(refused);
  const { body: seen } = await read(author, made.trainingSessionId);
  expect(await change(author, seen, { title: '直した' })).toMatchObject(refused);
  const changed = await change(author, seen, { title: '直した', visibility: 'private' });
  expect(changed).toMatchObject({ status: 200, body: { title: '直した', hiddenReason: reason } });
  expect(await readTags()).not.toHaveProperty('公開できない札');
});

test('restored, it is public again, found, counted and as old as before', async () => {
  const [author, fan] = [randomUUID(), randomUUID()];
  const made = await make(author, { title: '戻す日', tags: ['戻す札'] });
  const { trainingSessionId: id } = made;
  await setFavorite(fan, id, true);
  const before = await findIndexed(id);
  await hide(id);
  await restore(id);
  expect(await findIndexed(id)).toEqual(before);
  expect((await readTags())['戻す札']).toBe(1);
  const shown = { visibility: 'public', hiddenReason: null, version: 3, favorite: true };
  expect((await read(fan, id)).body).toMatchObject({ ...shown, updatedAt: made.updatedAt });
  // What is not hidden stays as it is.
  const { body: seen } = await read(author, id);
  await change(author, seen, { visibility: 'private' });
  await restore(id);
  expect((await read(author, id)).body).toMatchObject({ visibility: 'private', version: 4 });
});

test('what its author had taken back before is not published by lifting the ban', async () => {
  const author = randomUUID();
  const made = await make(author);
  await change(author, made, { visibility: 'private' });
  await hide(made.trainingSessionId);
  await hide(made.trainingSessionId);
  await restore(made.trainingSessionId);
  const { body: seen } = await read(author, made.trainingSessionId);
  expect(seen).toMatchObject({ visibility: 'private', hiddenReason: null });
  expect(await change(author, seen, {})).toMatchObject({ body: { visibility: 'public' } });
});

test('one that a trainer made is hidden from the member, and the trainer reads why', async () => {
  const { id: memberId, trainerSub, memberSub } = await storeTrainerLink(db);
  const path = `/trainer/members/${memberId}/training-sessions`;
  const trainer = `${trainerSub}/trainer`;
  const { title, description, tags, visibility, items } = await make(trainerSub);
  const content = { title, description, tags, visibility, items };
  const { body } = await call<TrainingSession>(trainer, 'POST', path, content);
  const { trainingSessionId: id } = body;
  await hide(id);
  expect((await read(memberSub, id)).status).toBe(404);
  const forMe = await call<SessionPage>(memberSub, 'GET', '/trainer-training-sessions');
  expect(forMe.body.items).toEqual([]);
  expect((await call(trainer, 'GET', `${path}/${id}`)).body).toMatchObject({
    hiddenReason: reason,
  });
  await restore(id);
  expect((await read(memberSub, id)).body).toMatchObject({
    visibility: 'private',
    hiddenReason: null,
  });
});

test('nothing comes of what is gone', async () => {
  expect([await hide(2_147_483_647), await restore(2_147_483_647)]).toEqual([null, null]);
});
