import { expect, it } from 'vitest';
import { titleCopy } from './copy-session.tsx';

const mine = { nickname: 'テツ', isMe: true };
const theirs = { nickname: 'ハル', isMe: false };

it('keeps the title of somebody else, and marks the copy of an own one once', () => {
  expect(titleCopy({ title: '胸の日', author: theirs })).toBe('胸の日');
  expect(titleCopy({ title: '胸の日', author: mine })).toBe('胸の日（コピー）');
  expect(titleCopy({ title: '胸の日（コピー）', author: mine })).toBe('胸の日（コピー）');
});

it('keeps within the longest title, counted as the server does', () => {
  const copied = titleCopy({ title: '💪'.repeat(60), author: mine });
  expect(copied).toBe(`${'💪'.repeat(55)}（コピー）`);
  expect(Array.from(copied)).toHaveLength(60);
});
