import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addRanked, openRankings } from '#test/support/rankings.ts';

const { db, clock, get, read, list, patch, lift, addLifter } = await openRankings();

describe('growth', () => {
  const may = new Date('2026-05-20T03:00:00Z');

  test('is measured against the best of the own first thirty days', async () => {
    const me = await addLifter('あ', 400, { startedAt: '2026-04-01T03:00:00Z' });
    clock.now = may;
    await lift(me, 500, { startedAt: '2026-05-01T02:59:59Z' });
    expect((await read(me, '1/max?scale=growth')).me).toBeNull();
    await lift(me, 650, { startedAt: '2026-05-01T03:00:00Z' });
    expect((await read(me, '1/max?scale=growth')).me).toMatchObject({ rank: 1, value: 30 });
    const weaker = await addLifter('い', 300, { startedAt: '2026-04-01T03:00:00Z' });
    await lift(weaker, 450, { startedAt: '2026-05-10T03:00:00Z' });
    expect(list(await read(me, '1/max?scale=growth'))).toEqual(['1 い 50', '2 あ 30']);
  });

  test('is measured anew when something of the first month arrives late', async () => {
    clock.now = may;
    const me = await addLifter('あ', 400, { startedAt: '2026-04-10T03:00:00Z' });
    await lift(me, 600, { startedAt: '2026-05-15T03:00:00Z' });
    expect((await read(me, '1/max?scale=growth')).me).toMatchObject({ value: 50 });
    await lift(me, 500, { startedAt: '2026-04-25T03:00:00Z' });
    expect((await read(me, '1/max?scale=growth')).me).toMatchObject({ value: 20 });
  });
});

describe('by body weight', () => {
  test('nobody else has a name or a day, and the own weight counts', async () => {
    const me = await addRanked(db, 'あ', { weight: 60 });
    const light = await addRanked(db, 'い', { weight: 50 });
    await lift(me, 600);
    await lift(light, 600);
    await addLifter('体重なし', 900);
    const ranking = await read(me, '1/max?scale=per-weight');
    expect(ranking.items).toEqual([
      { rank: 1, nickname: null, value: 1.2, achievedOn: null, isMe: false },
      { rank: 2, nickname: 'あ', value: 1, achievedOn: '2026-04-10', isMe: true },
    ]);
    expect(ranking.me).toMatchObject({ rank: 2, toNext: 0.2, nextRank: 1 });
    expect(ranking.total).toBe(2);
    await patch(me, { weight: 40 });
    expect((await read(me, '1/max?scale=per-weight')).me).toMatchObject({ rank: 1, value: 1.5 });
  });
});

describe('by age and sex', () => {
  const born = { birthDate: '1990-05-05', sex: 'female' } as const;

  test('a band is shown from twenty members on, and only to its own', async () => {
    const me = await addRanked(db, 'わたし', born);
    await lift(me, 500);
    for (let index = 0; index < 18; index += 1) {
      await lift(await addRanked(db, `会員${index}`, born), 400);
    }
    const band = { bornFrom: 1990, sex: 'female' };
    expect(await read(me, '1/max?scale=band')).toMatchObject({
      items: [],
      me: null,
      total: 0,
      band,
      unavailable: 'too_few',
    });
    await lift(await addRanked(db, '最後', born), 600);
    await lift(await addRanked(db, '別の年代', { ...born, birthDate: '1989-12-31' }), 900);
    await lift(await addRanked(db, '別の性別', { ...born, sex: 'male' }), 900);
    const ranking = await read(me, '1/max?scale=band');
    expect(ranking).toMatchObject({ total: 20, band, unavailable: null, me: { rank: 2 } });
    expect(list(ranking).slice(0, 2)).toEqual(['1 最後 60', '2 わたし 50']);
    expect(ranking.items).toHaveLength(20);
    await patch(me, { sex: 'male' });
    expect(await read(me, '1/max?scale=band')).toMatchObject({ unavailable: 'too_few' });
  });

  test('who does not tell has none', async () => {
    for (const profile of [
      {},
      { birthDate: '1990-05-05' },
      { ...born, sex: 'no-answer' as const },
    ]) {
      const sub = await addRanked(db, 'あ', profile);
      expect(await read(sub, '1/max?scale=band')).toMatchObject({
        band: null,
        unavailable: 'profile_incomplete',
      });
    }
  });
});

test('nothing of a member but nickname, value and day is shown to others', async () => {
  const other = await addRanked(db, 'い', {
    weight: 61.3,
    birthDate: '1990-05-05',
    sex: 'female',
  });
  await lift(other, 500);
  for (const scale of ['open', 'growth', 'per-weight', 'band']) {
    const { body } = await get(randomUUID(), `1/max?scale=${scale}`);
    for (const secret of [other, '61.3', '1990', 'female']) expect(body).not.toContain(secret);
  }
});
