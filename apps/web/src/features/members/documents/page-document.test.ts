import { expect, test } from 'vitest';
import {
  articleNumbering,
  chapterNumbering,
  clauses,
  numberSections,
  paragraph,
  readLinks,
} from './page-document.ts';

const sections = [
  { id: 'scope', heading: '適用', blocks: [paragraph('[#door]のとおりです。')] },
  { id: 'door', heading: '解錠', blocks: [clauses(['次のとおりです。', '[#scope]の場合'])] },
];

test('numbers articles, which refer to each other by number', () => {
  expect(numberSections(sections, articleNumbering)).toEqual([
    { id: 'scope', heading: '第1条（適用）', blocks: [paragraph('[第2条](#door)のとおりです。')] },
    {
      id: 'door',
      heading: '第2条（解錠）',
      blocks: [clauses(['次のとおりです。', '[第1条](#scope)の場合'])],
    },
  ]);
});

test('refers to chapters by their name', () => {
  const [first] = numberSections(sections, chapterNumbering);
  expect(first).toEqual({
    id: 'scope',
    heading: '1. 適用',
    blocks: [paragraph('[「2. 解錠」](#door)のとおりです。')],
  });
});

test('fails to build with an unknown reference', () => {
  const broken = [{ id: 'a', heading: 'あ', blocks: [paragraph('[#gone]')] }];
  expect(() => numberSections(broken, articleNumbering)).toThrow('no section is called gone');
});

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
