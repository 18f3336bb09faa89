import type { SessionContent } from '@tanren/contract/training-sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDraft, type SessionDraft, writeDraft } from './drafts.ts';

const content: SessionContent = {
  title: ' 胸の日 ',
  description: '二行\n目',
  tags: ['胸'],
  visibility: 'public',
  items: [{ workoutTypeId: 1, sets: 3, reps: 10, loadKg: 62.5, restSeconds: 90 }],
};
const draft: SessionDraft = {
  draftId: '0b9d5f7e-3b1c-4f0e-9a53-2f4c6d8e0a1b',
  sent: false,
  base: { version: 3, content },
  content: { ...content, title: '', items: [] },
};

test('a draft is read as it was written', () => {
  expect(readDraft(writeDraft(draft))).toEqual(draft);
  expect(readDraft(writeDraft({ ...draft, base: null, sent: true }))).toEqual({
    ...draft,
    base: null,
    sent: true,
  });
});

const change = (part: object) => JSON.stringify({ form: 1, ...draft, ...part });
const withItem = (part: object) =>
  change({ content: { ...content, items: [{ ...content.items[0], ...part }] } });

test.each([
  ['nothing', null],
  ['no JSON', '{"form":1,'],
  ['a number', '5'],
  ['a list', '[]'],
  ['null', 'null'],
  ['another form', change({ form: 2 })],
  ['no id', change({ draftId: 'new' })],
  ['an id of markup', change({ draftId: '<script>' })],
  ['no flag', change({ sent: 'yes' })],
  ['no contents', change({ content: null })],
  ['a title that is none', change({ content: { ...content, title: 5 } })],
  ['a tag that is none', change({ content: { ...content, tags: [{}] } })],
  ['six tags', change({ content: { ...content, tags: ['1', '2', '3', '4', '5', '6'] } })],
  ['an unknown visibility', change({ content: { ...content, visibility: 'friends' } })],
  ['21 items', change({ content: { ...content, items: Array(21).fill(content.items[0]) } })],
  ['an item that is none', change({ content: { ...content, items: [null] } })],
  ['half a set', withItem({ sets: 1.5 })],
  ['no sets', withItem({ sets: 0 })],
  ['too many reps', withItem({ reps: 51 })],
  ['a long rest', withItem({ restSeconds: 601 })],
  ['a negative load', withItem({ loadKg: -1 })],
  ['a load in words', withItem({ loadKg: '60' })],
  ['a base without contents', change({ base: { version: 1 } })],
  ['a base of version 0', change({ base: { version: 0, content } })],
  ['no base at all', change({ base: undefined })],
])('%s is no draft', (_, text) => {
  expect(readDraft(text)).toBeNull();
});

test('whatever stands in the storage, reading it is safe', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(readDraft(text)).toBeNull();
    }),
  );
});
