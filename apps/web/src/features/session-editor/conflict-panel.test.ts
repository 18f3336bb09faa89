import type { SessionContent } from '@tanren/contract/training-sessions';
import { expect, test } from 'vitest';
import { compareContents } from './conflict-panel.tsx';

const item = { workoutTypeId: 1, sets: 3, reps: 10, loadKg: null, restSeconds: 90 };
const base: SessionContent = {
  title: '胸の日',
  description: '',
  tags: ['胸'],
  visibility: 'private',
  items: [item, { ...item, workoutTypeId: 2 }],
};
const lines = (side: readonly { text: string; differs: boolean }[] | undefined) =>
  side?.map(({ text, differs }) => (differs ? `*${text}` : text));

test('only what is not the same in both is told, and who changed it', () => {
  const theirs = { ...base, title: '胸と肩の日', visibility: 'public' as const };
  const mine = { ...base, title: '胸の日 改', tags: [] };
  const fields = compareContents(base, theirs, mine);
  expect(
    fields.map(({ label, changedThere, changedHere }) => [label, changedThere, changedHere]),
  ).toEqual([
    ['タイトル', true, true],
    ['タグ', false, true],
    ['公開範囲', true, false],
  ]);
  expect(lines(fields[1]?.theirs)).toEqual(['*胸']);
  expect(lines(fields[1]?.mine)).toEqual(['*（なし）']);
  expect(lines(fields[2]?.theirs)).toEqual(['*公開']);
});

test('items are lines to read, and those that both have are not marked', () => {
  const theirs = { ...base, items: [item, { ...item, workoutTypeId: 2, sets: 4 }] };
  const mine = { ...base, items: [item, item, { ...item, workoutTypeId: 2 }] };
  const [field] = compareContents(base, theirs, mine);
  expect(lines(field?.theirs)).toEqual([
    'チェストプレス 3×10 おすすめ 休憩90秒',
    '*ペクトラルフライ 4×10 おすすめ 休憩90秒',
  ]);
  // Theirs has it once: the second one is new.
  expect(lines(field?.mine)).toEqual([
    'チェストプレス 3×10 おすすめ 休憩90秒',
    '*チェストプレス 3×10 おすすめ 休憩90秒',
    '*ペクトラルフライ 3×10 おすすめ 休憩90秒',
  ]);
});

test('another order alone is a difference', () => {
  const theirs = { ...base, items: base.items.toReversed() };
  const [field] = compareContents(base, theirs, base);
  expect(field).toMatchObject({ label: '種目', changedThere: true, changedHere: false });
});

test('the same contents have no differences', () => {
  expect(compareContents(base, { ...base }, { ...base, title: ' 胸の日 ' })).toEqual([]);
});
