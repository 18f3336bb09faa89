import { describe, expect, it } from 'vitest';
import { titleCopy } from './copy-menu.tsx';
import { narrowsDown, readSessionSearch } from './menu-search.ts';

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

describe('readSessionSearch', () => {
  it('keeps every choice there is', () => {
    const search = { query: 'ちぇすと 胸', tag: '初心者', workoutType: 11, sort: 'favorites' };
    expect(readSessionSearch(search)).toEqual(search);
  });

  it('takes digits for words, as the router hands them over', () => {
    expect(readSessionSearch({ query: 30, tag: true })).toEqual({ query: '30', tag: 'true' });
  });

  it('drops what goes without saying and what is no choice', () => {
    for (const search of [
      {},
      { query: '  ', tag: '', workoutType: 0, sort: 'new' },
      { query: ['a'], tag: { a: 1 }, workoutType: 17, sort: 'oldest' },
      { query: null, tag: undefined, workoutType: '1.5', sort: ['favorites'] },
    ]) {
      expect(readSessionSearch(search)).toEqual({});
    }
  });

  it('cuts words that the server would refuse', () => {
    expect(readSessionSearch({ query: 'あ'.repeat(101) }).query).toHaveLength(100);
  });
});

describe('narrowsDown', () => {
  it('is about what is left out, not about the order', () => {
    expect(narrowsDown({ sort: 'favorites' })).toBe(false);
    expect(narrowsDown({ tag: '胸' })).toBe(true);
    expect(narrowsDown({ workoutType: 1 })).toBe(true);
  });
});
