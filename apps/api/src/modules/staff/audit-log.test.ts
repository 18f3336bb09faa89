import { expect, test } from 'vitest';
import { listChanges } from './audit-log.service.ts';

test('lists the differences in the order of the fields', () => {
  const before = { name: '渋谷', capacity: 8, entered: true, note: null };
  expect(listChanges(before, { name: '渋谷', capacity: 10, entered: false, note: null })).toEqual([
    { field: 'capacity', before: '8', after: '10' },
    { field: 'entered', before: 'true', after: 'false' },
  ]);
  expect(listChanges({}, { name: '渋谷', note: '' })).toEqual([
    { field: 'name', before: '', after: '渋谷' },
  ]);
});

test('shows long texts from their first difference, at most 200 characters', () => {
  const same = '同'.repeat(1000);
  const [change] = listChanges({ content: `${same}前${same}` }, { content: `${same}後${same}` });
  expect(change?.before).toMatch(/^…同{20}前同+…$/);
  expect(change?.after).toMatch(/^…同{20}後同+…$/);
  expect(Array.from(change?.before ?? '')).toHaveLength(200);
  expect(Array.from(change?.after ?? '')).toHaveLength(200);
});

test('shows a long text that is new, removed or longer than before', () => {
  const text = '🏋️'.repeat(300);
  const [made] = listChanges({ content: '' }, { content: text });
  expect(Array.from(made?.after ?? '')).toHaveLength(200);
  expect(made?.before).toBe('');
  const [gone] = listChanges({ content: text }, { content: '' });
  expect(Array.from(gone?.before ?? '')).toHaveLength(200);
  expect(gone?.after).toBe('');
  const start = 'あ'.repeat(300);
  expect(listChanges({ content: start }, { content: `${start}追記` })).toEqual([
    { field: 'content', before: `…${'あ'.repeat(20)}`, after: `…${'あ'.repeat(20)}追記` },
  ]);
});
