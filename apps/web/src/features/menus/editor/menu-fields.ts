import type { MenuContent } from '@tanren/contract/menus/menus';
import { visibilityNames } from '#entities/menus/menu-words.ts';
import type { FieldWords } from '#ui/feedback/compared-fields.tsx';
import { describeItem } from './edited-content.ts';

/**
 * Words for every field of a menu, in the order of the form. The form, its errors and the comparison
 * with the version of another device take their names from here.
 */
export const menuFieldWords: {
  readonly [Field in keyof MenuContent]-?: FieldWords<MenuContent[Field]>;
} = {
  title: { label: 'タイトル', show: (title) => title.trim() },
  description: { label: '説明', show: (description) => description.trim() },
  tags: { label: 'タグ', show: (tags) => tags.join('、') },
  visibility: { label: '公開範囲', show: (visibility) => visibilityNames[visibility] },
  items: { label: '種目', show: (items) => items.map(describeItem) },
  fixedOrder: {
    label: '種目の順番',
    show: (fixedOrder) => (fixedOrder === true ? '固定する' : '固定しない'),
  },
};
