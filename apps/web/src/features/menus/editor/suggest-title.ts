import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { typesByPart } from './type-chooser.tsx';
import type { EditedContent, EditedItem } from './edited-content.ts';

/** Number of body parts from which a menu is one for the whole body. */
const wholeBody = 4;

/**
 * Suggests a title from the body parts of the exercises, such as 胸・背中の日. A menu of one exercise
 * is named after it. Returns an empty text without a known exercise.
 */
export function suggestTitle(items: readonly Pick<EditedItem, 'workoutTypeId'>[]): string {
  const ids = new Set(items.map(({ workoutTypeId }) => workoutTypeId));
  const parts = typesByPart.filter(({ types }) => types.some(({ id }) => ids.has(id)));
  if (ids.size === 1) {
    const name = workoutTypes.find(({ id }) => ids.has(id))?.name;
    return name === undefined ? '' : `${name}の日`;
  }
  if (parts.length === 0) return '';
  if (parts.length >= wholeBody) return '全身の日';
  return `${parts.map(({ part }) => part).join('・')}の日`;
}

/**
 * Returns the changed content with the title that fits its exercises, as long as the member has not
 * written one.
 */
export function followItems(before: EditedContent, after: EditedContent): EditedContent {
  const isOwn = before.title !== '' && before.title !== suggestTitle(before.items);
  return isOwn ? after : { ...after, title: suggestTitle(after.items) };
}
