import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSessions } from '#test/support/training-sessions.ts';

const { call, make, change, readTags, findIndexed } = await openSessions();
const mine = '/my/training-sessions';

describe('what searches find', () => {
  test('are public words of now, folded, with names of the machines', async () => {
    const sub = randomUUID();
    const made = await make(sub, { title: 'ﾁｪｽﾄの日', description: 'ABC', tags: ['ストレッチ'] });
    const id = made.trainingSessionId;
    const first = await findIndexed(id);
    expect(first).toMatchObject({
      text: 'ちぇすとの日 abc すとれっち ちぇすとぷれす',
      tags: ['すとれっち'],
      workoutTypeIds: [1],
    });
    const hidden = await change(sub, made, { visibility: 'private' });
    expect(await findIndexed(id)).toBeUndefined();
    await change(sub, hidden.body, { title: '脚', description: '', tags: [] });
    // Shown again it is not new.
    expect(await findIndexed(id)).toMatchObject({
      text: '脚 ちぇすとぷれす',
      tags: [],
      publishedAt: first?.publishedAt,
    });
  });

  test('a private one is not found, and is new when it becomes public', async () => {
    const sub = randomUUID();
    const made = await make(sub, { visibility: 'private' });
    expect(await findIndexed(made.trainingSessionId)).toBeUndefined();
    const shown = await change(sub, made, {});
    const row = await findIndexed(made.trainingSessionId);
    expect(row?.publishedAt.toISOString()).toBe(shown.body.updatedAt);
  });

  test('tags count public sessions only', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    const one = await make(sub, { tags: ['数える', 'ひとつ'] });
    const two = await make(other, { tags: ['かぞえる', '数える'] });
    await make(sub, { tags: ['数える'], visibility: 'private' });
    expect(await readTags()).toMatchObject({ 数える: 2, ひとつ: 1, かぞえる: 1 });
    const hidden = await change(sub, one, { tags: ['数える'], visibility: 'private' });
    expect(await readTags()).toMatchObject({ 数える: 1 });
    expect(await readTags()).not.toHaveProperty('ひとつ');
    await change(sub, hidden.body, { tags: ['ヒトツ', '数える'] });
    expect(await readTags()).toMatchObject({ 数える: 2, ヒトツ: 1 });
    await call(other, 'DELETE', `${mine}/${two.trainingSessionId}`);
    expect(await readTags()).toMatchObject({ 数える: 1 });
    expect(await readTags()).not.toHaveProperty('かぞえる');
  });
});
