import type { Announcement } from '@tanren/contract/members/announcements';
import { expect, test } from 'vitest';
import { announcements } from '#db/schema/members.ts';
import { openWorld } from '#test/support/world.ts';

const { db, app } = await openWorld(new Date());

async function list(): Promise<Announcement[]> {
  const response = await app.inject('/api/informations');
  expect(response.statusCode).toBe(200);
  return response.json<Announcement[]>();
}

// spec 1.18, 1.19, 3.12, 7.11
test('lists the seven built-in announcements, newest first, without a token', async () => {
  const items = await list();
  expect(items).toHaveLength(7);
  expect(items[0]?.publishedDt).toBe('2025-08-15');
  expect(items.at(-1)?.publishedDt).toBe('2022-03-29');
  const dates = items.map(({ publishedDt }) => publishedDt);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(new Set(items.map(({ id }) => id)).size).toBe(7);
});

// spec 3.13
test('are Japanese text with line breaks, as typed', async () => {
  for (const { content } of await list()) {
    expect(content.split('\n').length).toBeGreaterThan(4);
    expect(content).toMatch(/^【.+】\n\n/);
    expect(content).toBe(content.normalize('NFC').trim());
    expect(content).not.toMatch(/\r|[ 　]$/m);
  }
});

// spec 1.20
test('the newest announces that height and weight are mandatory, another one the password rule', async () => {
  const [newest, ...others] = await list();
  expect(newest?.content).toMatch(/リニューアル/);
  expect(newest?.content).toMatch(/「身長」と「体重」を必須項目/);
  expect(newest?.content).toMatch(/運動習慣.*トレーニングの目的/);
  // The text does not name the page, because the app shows the link below it with the page's name.
  expect(newest?.content).toContain('ご入力は、こちらからお願いいたします。\n/settings/userinfo');
  expect(others.filter(({ content }) => content.includes('8文字以上'))).toHaveLength(1);
});

test('use the same words as the app', async () => {
  const text = (await list()).map(({ content }) => content).join('\n');
  expect(text).toContain('・ご利用開始の15分前から終了まで、入館コードがアプリに表示されます。');
  expect(text).toContain('1. マイページの「マイトレーナー」で「トレーナーと連携する」を押し、');
  expect(text).not.toMatch(/TFO|締切時刻|解錠コード|設定から|退会時/);
});

test('lists the later one first when two have the same day', async () => {
  const contents = Array.from({ length: 20 }, (_, n) => `その${n}`);
  for (const content of contents) {
    await db.insert(announcements).values({ publishAt: new Date('2025-09-01T03:00:00Z'), content });
  }
  await db
    .insert(announcements)
    .values({ publishAt: new Date('2021-01-01T03:00:00Z'), content: '昔' });
  const items = await list();
  expect(items.slice(0, 20).map(({ content }) => content)).toEqual(contents.toReversed());
  expect(items.at(-1)?.content).toBe('昔');
});
