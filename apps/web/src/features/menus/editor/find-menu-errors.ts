import type { MenuContent } from '@tanren/contract/menus/menus';
import type { ProblemField } from '@tanren/contract/problem';
import { toHectograms } from '@tanren/domain/workouts/loads';
import { checkDescription, checkTag, checkTitle } from '@tanren/domain/menus/menu-texts';
import { menuLimits } from '@tanren/domain/menus/menus';
import { describeLoadRange, findLoadError } from '@tanren/domain/workouts/workout-types';
import type { EditedContent, EditedItem } from './edited-content.ts';
import { menuFieldWords } from './menu-fields.ts';

type FieldName = keyof MenuContent;

/** Validation messages for the member, by the field where they are shown. */
export interface MenuErrors extends Readonly<Partial<Record<FieldName, string>>> {
  /** Errors of single rows, by row key. */
  readonly rows: Readonly<Record<string, string>>;
}

export const noMenuErrors: MenuErrors = { rows: {} };

export function hasMenuErrors({ rows, ...fields }: MenuErrors): boolean {
  return Object.keys(rows).length > 0 || Object.keys(fields).length > 0;
}

/** Validates the content with the same rules as the server. */
export function findMenuErrors(content: EditedContent): MenuErrors {
  const { title, description, tags, items } = content;
  const verdicts: Readonly<Record<FieldName, true | string>> = {
    title: checkTitle(title),
    description: checkDescription(description),
    tags: checkTags(tags),
    // The form offers only valid choices.
    visibility: true,
    items: checkCount(items.length),
    fixedOrder: true,
  };
  const errors = Object.entries(verdicts).filter(([, verdict]) => verdict !== true);
  return { ...Object.fromEntries(errors), rows: Object.fromEntries(items.flatMap(checkItem)) };
}

function checkTags(tags: readonly string[]): true | string {
  if (tags.length > menuLimits.tags) return `タグは${menuLimits.tags}個までです`;
  return tags.map(checkTag).find((verdict) => verdict !== true) ?? true;
}

function checkCount(count: number): true | string {
  if (count === 0) return '種目を1つ以上追加してください';
  return count <= menuLimits.items || `追加できるのは${menuLimits.items}種目までです`;
}

function checkItem({ key, workoutTypeId, loadKg }: EditedItem): [string, string][] {
  const loadHg = loadKg === null ? null : toHectograms(loadKg);
  switch (findLoadError({ workoutTypeId, loadHg })) {
    case null:
      return [];
    case 'unknown_type':
      return [[key, 'この種目は選べません。別の種目を選んでください']];
    case 'load_outside':
      return [[key, `重量は${describeLoadRange(workoutTypeId)}で指定してください`]];
  }
}

/** Maps the fields that the server rejected to messages. The server names rows by their index. */
export function locateRejections(
  fields: readonly Pick<ProblemField, 'path'>[],
  items: readonly Pick<EditedItem, 'key'>[],
): MenuErrors {
  const found: Partial<Record<FieldName, string>> = {};
  const rows: Record<string, string> = {};
  for (const { path } of fields) {
    const [, field = '', index = ''] = path.split('/');
    const row = field === 'items' ? items[Number(index || Number.NaN)] : undefined;
    if (row !== undefined) rows[row.key] = 'この種目の内容をご確認ください';
    else if (Object.hasOwn(menuFieldWords, field)) {
      const name = field as FieldName;
      found[name] = `${menuFieldWords[name].label}をご確認ください`;
    }
  }
  return { ...found, rows };
}
