import type { StaffInformation } from '@tanren/contract/staff-informations';
import { expect, test } from 'vitest';
import { describeSaved } from './information-words.ts';

const information: StaffInformation = {
  id: 1,
  content: '年末年始の営業時間',
  publishAt: null,
  published: false,
  version: 1,
  updatedAt: '2026-04-01T03:00:00.000Z',
};
const draft = information;
const planned = { ...information, publishAt: '2026-12-20T01:00:00.000Z' };
const published = { ...information, publishAt: '2026-04-01T03:00:00.000Z', published: true };

test.each([
  { saved: published, before: null, title: 'お知らせを公開しました' },
  { saved: published, before: draft, title: 'お知らせを公開しました' },
  { saved: published, before: planned, title: 'お知らせを公開しました' },
  // What members have seen for months is not announced to staff as new.
  { saved: published, before: published, title: '変更を保存しました' },
  { saved: draft, before: null, title: '下書きを保存しました' },
  { saved: draft, before: published, title: '公開をやめました' },
  { saved: planned, before: published, title: '公開を予約しました' },
])('$title', ({ saved, before, title }) => {
  expect(describeSaved(saved, before).title).toBe(title);
});

test('a planned one is told with its time on the gym’s clock', () => {
  expect(describeSaved(planned, null).text).toBe('2026年12月20日(日) 10:00 に公開されます。');
});
