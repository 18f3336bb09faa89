import { expect, test } from 'vitest';
import { describeChange, describeTarget, nameField } from './audit-words.ts';

test('names fields in Japanese, and plans by their position', () => {
  expect(nameField('capacity')).toBe('定員（人）');
  expect(nameField('plan12')).toBe('料金プラン12');
  expect(nameField('machine7')).toBe('マシン7');
});

test('shows an unknown field as it is', () => {
  expect(nameField('colour')).toBe('colour');
});

test('shows added and removed values', () => {
  expect(describeChange({ field: 'note', before: '', after: '棚卸し' })).toEqual({
    name: 'メモ',
    before: 'なし',
    after: '棚卸し',
  });
});

test('describes a search for members in full words', () => {
  const search = (target: string) => describeTarget({ action: 'member.search', target });
  expect(search('会員契約・一覧・20件')).toBe('会員契約の一覧・20件');
  expect(search('会員契約・一覧・続き20件')).toBe('会員契約の一覧・2ページ目以降・20件');
  expect(search('ニックネーム「は…」2文字・続き3件')).toBe(
    'ニックネーム「は…」2文字・2ページ目以降・3件',
  );
  expect(describeTarget({ action: 'membership.view', target: 'TANREN 神田' })).toBe('TANREN 神田');
});
