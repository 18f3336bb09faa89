import { expect, test } from 'vitest';
import { describeChange, nameField } from './audit-words.ts';

test('fields are named in Japanese, plans by their place', () => {
  expect(nameField('capacity')).toBe('定員（人）');
  expect(nameField('plan12')).toBe('料金プラン12');
});

test('a field the page does not know is shown as it is', () => {
  expect(nameField('colour')).toBe('colour');
});

test('what was not there before, or is gone, is told', () => {
  expect(describeChange({ field: 'note', before: '', after: '棚卸し' })).toEqual({
    name: 'メモ',
    before: 'なし',
    after: '棚卸し',
  });
});
