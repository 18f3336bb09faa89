import { describe, expect, it } from 'vitest';
import { titleCopy } from './copy-menu.tsx';
import { narrowsDown, readMenuSearch } from './menu-search.ts';

const mine = { nickname: 'テツ', isMe: true };
const theirs = { nickname: 'ハル', isMe: false };

it("keeps the title of another author's menu, and marks a copy of an own one once", () => {
  expect(titleCopy({ title: '胸の日', author: theirs })).toBe('胸の日');
  expect(titleCopy({ title: '胸の日', author: mine })).toBe('胸の日（コピー）');
  expect(titleCopy({ title: '胸の日（コピー）', author: mine })).toBe('胸の日（コピー）');
});

it('stays within the maximum title length, counted like on the server', () => {
  const copied = titleCopy({ title: '💪'.repeat(60), author: mine });
  expect(copied).toBe(`${'💪'.repeat(55)}（コピー）`);
  expect(Array.from(copied)).toHaveLength(60);
});

describe('readMenuSearch', () => {
  it('keeps every valid choice', () => {
    const search = { query: 'ちぇすと 胸', tag: '初心者', workoutType: 11, sort: 'favorites' };
    expect(readMenuSearch(search)).toEqual(search);
  });

  it('accepts digits as search words, as the router passes them', () => {
    expect(readMenuSearch({ query: 30, tag: true })).toEqual({ query: '30', tag: 'true' });
  });

  it('removes default and invalid values', () => {
    for (const search of [
      {},
      { query: '  ', tag: '', workoutType: 0, sort: 'new' },
      { query: ['a'], tag: { a: 1 }, workoutType: 17, sort: 'oldest' },
      { query: null, tag: undefined, workoutType: '1.5', sort: ['favorites'] },
    ]) {
      expect(readMenuSearch(search)).toEqual({});
    }
  });

  it('shortens words that the server would reject', () => {
    expect(readMenuSearch({ query: 'あ'.repeat(101) }).query).toHaveLength(100);
  });
});

describe('narrowsDown', () => {
  it('depends on filters, not on the order', () => {
    expect(narrowsDown({ sort: 'favorites' })).toBe(false);
    expect(narrowsDown({ tag: '胸' })).toBe(true);
    expect(narrowsDown({ workoutType: 1 })).toBe(true);
  });
});
