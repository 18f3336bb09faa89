import type { MenuContent, TrainingSession } from '@tanren/contract/menus/menus';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareFields } from '#ui/feedback/compared-fields.tsx';
import { readDraft, type MenuDraft, toBase, writeDraft } from './drafts.ts';
import {
  addItem,
  changeItem,
  duplicateItem,
  type EditedContent,
  type EditedItem,
  emptyContent,
  insertItem,
  moveItem,
  removeItem,
} from './edited-content.ts';
import { findMenuErrors, hasMenuErrors, locateRejections } from './find-menu-errors.ts';
import { menuFieldWords } from './menu-fields.ts';
import { typesByPart } from './type-chooser.tsx';
import { restoreEdit } from './use-menu-editor.ts';

test('lists every exercise once, and no empty group', () => {
  const found = typesByPart.flatMap(({ types }) => types.map(({ id }) => id));
  expect(found.toSorted((a, b) => a - b)).toEqual(workoutTypes.map(({ id }) => id));
  expect(typesByPart.every(({ types }) => types.length > 0)).toBe(true);
});

const validItem = { key: 'a', workoutTypeId: 1, sets: 3, reps: 10, loadKg: 62.5, restSeconds: 90 };
const validContent: EditedContent = { ...emptyContent, title: '胸の日', items: [validItem] };

test('accepts a title and one exercise', () => {
  expect(hasMenuErrors(findMenuErrors(validContent))).toBe(false);
});

test('an empty form misses both', () => {
  expect(findMenuErrors(emptyContent)).toEqual({
    title: 'タイトルを入力してください',
    items: '種目を1つ以上追加してください',
    rows: {},
  });
});

test('shows what is too long or too many at its field', () => {
  const long = { ...validContent, title: 'あ'.repeat(61), description: 'い'.repeat(1001) };
  expect(Object.keys(findMenuErrors(long))).toEqual(['title', 'description', 'rows']);
  const rows = [
    { ...validItem, loadKg: 61 },
    { ...validItem, key: 'b', workoutTypeId: 99 },
  ];
  const errors = findMenuErrors({ ...validContent, items: rows });
  expect(errors.rows['a']).toContain('5〜150');
  expect(errors.rows['b']).toBe('この種目は選べません。別の種目を選んでください');
  expect(hasMenuErrors(errors)).toBe(true);
});

test('shows rejections of the server at their fields and rows', () => {
  const paths = ['/items/1/loadKg', '/title', '/items', '/items/9/reps', '/draftId', ''];
  const errors = locateRejections(
    paths.map((path) => ({ path })),
    [{ key: 'a' }, { key: 'b' }],
  );
  expect(errors).toEqual({
    title: 'タイトルをご確認ください',
    items: '種目をご確認ください',
    rows: { b: 'この種目の内容をご確認ください' },
  });
});

describe('compared menus', () => {
  const item = { workoutTypeId: 1, sets: 3, reps: 10, loadKg: null, restSeconds: 90 };
  const base: MenuContent = {
    title: '胸の日',
    description: '',
    tags: ['胸'],
    visibility: 'private',
    items: [item, { ...item, workoutTypeId: 2 }],
  };
  const compare = (theirs: MenuContent, mine: MenuContent) =>
    compareFields(menuFieldWords, { base, theirs, mine });
  const lines = (side: readonly { text: string; differs: boolean }[] | undefined) =>
    side?.map(({ text, differs }) => (differs ? `*${text}` : text));

  test('shows only differences, and who changed them', () => {
    const theirs = { ...base, title: '胸と肩の日', visibility: 'public' as const };
    const mine = { ...base, title: '胸の日 改', tags: [] };
    const fields = compare(theirs, mine);
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

  test('shows items as lines, and marks only those that differ', () => {
    const theirs = { ...base, items: [item, { ...item, workoutTypeId: 2, sets: 4 }] };
    const mine = { ...base, items: [item, item, { ...item, workoutTypeId: 2 }] };
    const [field] = compare(theirs, mine);
    expect(lines(field?.theirs)).toEqual([
      'チェストプレス 3セット×10回・おすすめ重量・休憩1分30秒',
      '*ペクトラルフライ 4セット×10回・おすすめ重量・休憩1分30秒',
    ]);
    // Their version has the row once, so the second row is new.
    expect(lines(field?.mine)).toEqual([
      'チェストプレス 3セット×10回・おすすめ重量・休憩1分30秒',
      '*チェストプレス 3セット×10回・おすすめ重量・休憩1分30秒',
      '*ペクトラルフライ 3セット×10回・おすすめ重量・休憩1分30秒',
    ]);
  });

  test('shows another order as a difference', () => {
    const theirs = { ...base, items: base.items.toReversed() };
    const [field] = compare(theirs, base);
    expect(field).toMatchObject({ label: '種目', changedThere: true, changedHere: false });
  });

  test('shows no differences for equal contents', () => {
    expect(compare({ ...base }, { ...base, title: ' 胸の日 ' })).toEqual([]);
  });
});

const row = (key: string, change: Partial<EditedItem> = {}): EditedItem => ({
  key,
  workoutTypeId: 1,
  sets: 3,
  reps: 10,
  loadKg: null,
  restSeconds: 90,
  ...change,
});
const rows = [row('a'), row('b'), row('c')];
const keys = (items: readonly EditedItem[]) => items.map(({ key }) => key).join('');

test('the first item has default numbers, and later ones those of the last one without its load', () => {
  const first = addItem([], 4);
  expect(first[0]).toMatchObject({ workoutTypeId: 4, sets: 3, reps: 10, loadKg: null });
  const second = addItem([row('a', { sets: 5, reps: 5, restSeconds: 180, loadKg: 60 })], 11);
  expect(second[1]).toMatchObject({
    workoutTypeId: 11,
    sets: 5,
    reps: 5,
    restSeconds: 180,
    loadKg: null,
  });
  expect(second[1]?.key).not.toBe(second[0]?.key);
});

test('moves a row up and down', () => {
  expect(keys(moveItem(rows, 'a', 2))).toBe('bca');
  expect(keys(moveItem(rows, 'c', 0))).toBe('cab');
  expect(keys(moveItem(rows, 'b', 1))).toBe('abc');
  expect(keys(moveItem(rows, 'gone', 0))).toBe('abc');
});

test('inserts a copy behind its row', () => {
  const copied = duplicateItem([row('a', { loadKg: 50 }), row('b')], 'a');
  expect(copied.map(({ loadKg }) => loadKg)).toEqual([50, 50, null]);
  expect(new Set(copied.map(({ key }) => key)).size).toBe(3);
});

test('restores a removed row at its place', () => {
  const left = removeItem(rows, 'b');
  expect(keys(left)).toBe('ac');
  expect(keys(insertItem(left, row('b'), 1))).toBe('abc');
});

test("keeps the load for another machine within that machine's range", () => {
  const heavy = [row('a', { workoutTypeId: 11, loadKg: 295 })];
  expect(changeItem(heavy, 'a', { workoutTypeId: 1 })[0]?.loadKg).toBe(150);
  const between = [row('a', { workoutTypeId: 1, loadKg: 62.5 })];
  expect(changeItem(between, 'a', { workoutTypeId: 11 })[0]?.loadKg).toBe(60);
  expect(changeItem(between, 'a', { reps: 8 })[0]).toMatchObject({ reps: 8, loadKg: 62.5 });
});

describe('drafts', () => {
  const content: MenuContent = {
    title: ' 胸の日 ',
    description: '二行\n目',
    tags: ['胸'],
    visibility: 'public',
    items: [{ workoutTypeId: 1, sets: 3, reps: 10, loadKg: 62.5, restSeconds: 90 }],
  };
  const draft: MenuDraft = {
    draftId: '0b9d5f7e-3b1c-4f0e-9a53-2f4c6d8e0a1b',
    sent: false,
    base: { version: 3, content },
    content: { ...content, title: '', items: [] },
  };

  test('reads a draft as it was written', () => {
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
    ['an invalid title', change({ content: { ...content, title: 5 } })],
    ['an invalid tag', change({ content: { ...content, tags: [{}] } })],
    ['six tags', change({ content: { ...content, tags: ['1', '2', '3', '4', '5', '6'] } })],
    ['an unknown visibility', change({ content: { ...content, visibility: 'friends' } })],
    ['21 items', change({ content: { ...content, items: Array(21).fill(content.items[0]) } })],
    ['an invalid item', change({ content: { ...content, items: [null] } })],
    ['half a set', withItem({ sets: 1.5 })],
    ['no sets', withItem({ sets: 0 })],
    ['too many reps', withItem({ reps: 51 })],
    ['a long rest', withItem({ restSeconds: 601 })],
    ['a negative load', withItem({ loadKg: -1 })],
    ['a load in words', withItem({ loadKg: '60' })],
    ['a base without contents', change({ base: { version: 1 } })],
    ['a base of version 0', change({ base: { version: 0, content } })],
    ['no base at all', change({ base: undefined })],
  ])('rejects %s as a draft', (_, text) => {
    expect(readDraft(text)).toBeNull();
  });

  test('reading is safe whatever is in the storage', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readDraft(text)).toBeNull();
      }),
    );
  });
});

describe('a restored edit', () => {
  const item = { workoutTypeId: 1, sets: 3, reps: 10, loadKg: null, restSeconds: 90 };
  const menu: TrainingSession = {
    trainingSessionId: 7,
    title: '胸の日',
    description: '',
    tags: [],
    visibility: 'private',
    items: [item],
    workoutTypeIds: [1],
    setCount: 3,
    estimatedMinutes: 10,
    author: { nickname: 'テツ', isMe: true },
    favorite: false,
    byTrainer: false,
    favoriteCount: 0,
    version: 2,
    hiddenReason: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  const base = toBase(menu);
  const draft: MenuDraft = {
    draftId: '0b9d5f7e-3b1c-4f0e-9a53-2f4c6d8e0a1b',
    sent: true,
    base,
    content: { ...base.content, title: '書きかけ' },
  };

  test('an edit starts with the menu, unless a draft has something that is not saved', () => {
    expect(restoreEdit(menu, null)).toBeNull();
    expect(restoreEdit({ ...menu, title: '書きかけ', version: 3 }, draft)).toBeNull();
    expect(restoreEdit(menu, { ...draft, base: null })).toBeNull();
  });

  test('continues a draft with its own id', () => {
    expect(restoreEdit(menu, draft)).toMatchObject({
      edit: { base: { version: 2 }, draft: { title: '書きかけ' }, conflict: null },
      sending: { draftId: draft.draftId, sent: true },
    });
  });

  test("shows what was saved since a draft's version, and restores it without its menu", () => {
    const newer = { ...menu, title: '別の端末', version: 3 };
    expect(restoreEdit(newer, draft)?.edit.conflict).toEqual({
      before: base,
      latest: toBase(newer),
    });
    expect(restoreEdit(null, draft)?.edit).toMatchObject({
      draft: { title: '書きかけ' },
      conflict: null,
    });
  });
});
