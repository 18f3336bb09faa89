import { expect, test } from 'vitest';
import { readDocument } from './page-documents.ts';

const body = `
# 利用規約

はじめに

- **版**：第1版

## 適用 {#scope}

[#door]のとおりです。

> tanren:\\*は[ガイド](/tutorial#link)を参照

- 一覧

## 解錠 {#door .picture}

1. 次のとおりです。
   - [#scope]の場合
2. 以上です。

- **用語**：意味
- **Cookie：\\_\\_a**：値

---

- [ガイド](/tutorial)
`;
const read = (numbering: string) => readDocument(`---\nnumbering: ${numbering}\n---\n${body}`);

test('reads every kind of block', () => {
  expect(read('articles')).toEqual({
    title: '利用規約',
    lead: 'はじめに',
    facts: [{ label: '版', text: '第1版' }],
    sections: [
      {
        id: 'scope',
        heading: '第1条（適用）',
        blocks: [
          { kind: 'paragraph', text: '[第2条](#door)のとおりです。' },
          { kind: 'note', text: 'tanren:*は[ガイド](/tutorial#link)を参照' },
          { kind: 'list', items: ['一覧'] },
        ],
      },
      {
        id: 'door',
        heading: '第2条（解錠）',
        picture: 'door',
        blocks: [
          {
            kind: 'clauses',
            clauses: [
              { text: '次のとおりです。', items: ['[第1条](#scope)の場合'] },
              { text: '以上です。' },
            ],
          },
          {
            kind: 'entries',
            entries: [
              { label: '用語', text: '意味' },
              { label: 'Cookie：__a', text: '値' },
            ],
          },
        ],
      },
    ],
    related: ['[ガイド](/tutorial)'],
  });
});

test('refers to chapters by their name', () => {
  const [first] = read('chapters').sections;
  expect(first?.heading).toBe('1. 適用');
  expect(first?.blocks[0]).toEqual({
    kind: 'paragraph',
    text: '[「2. 解錠」](#door)のとおりです。',
  });
});

test('numbers the steps, which have pictures', () => {
  expect(read('steps').sections.map(({ heading, step }) => [heading, step])).toEqual([
    ['適用', undefined],
    ['解錠', 2],
  ]);
});

test('fails to build with an unknown reference, a section without an anchor or no numbering', () => {
  const start = '---\nnumbering: articles\n---\n\n# あ\n\nい\n\n';
  expect(() => readDocument(`${start}## う {#a}\n\n[#gone]`)).toThrow('no section is called gone');
  expect(() => readDocument(`${start}## う\n\nえ`)).toThrow('has no anchor');
  expect(() => readDocument('# あ')).toThrow('numbered');
});
