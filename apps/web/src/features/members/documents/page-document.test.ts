import { expect, test } from 'vitest';
import { readLinks } from './page-document.ts';

test('keeps a text without links whole', () => {
  expect(readLinks('第3条（会員登録）')).toEqual(['第3条（会員登録）']);
});

test('links keep their place between the words', () => {
  expect(
    readLinks('詳しくは[ご利用ガイド](/tutorial#link)と[第5条](#rankings)をご覧ください。'),
  ).toEqual([
    '詳しくは',
    { words: 'ご利用ガイド', href: '/tutorial#link' },
    'と',
    { words: '第5条', href: '#rankings' },
    'をご覧ください。',
  ]);
});

test('a text may consist of one link', () => {
  expect(readLinks('[利用規約](/terms)')).toEqual([{ words: '利用規約', href: '/terms' }]);
});
