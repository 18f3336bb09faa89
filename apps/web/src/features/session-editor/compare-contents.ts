import type { SessionContent } from '@tanren/contract/training-sessions';
import { describeItem } from './describe-item.ts';
import { visibilityNames } from './visibility-choices.ts';

export interface ComparedLine {
  readonly text: string;
  /** Not in the other list. */
  readonly differs: boolean;
}

export interface ComparedField {
  readonly label: string;
  /** Whether it was changed there since the member began, or only here. */
  readonly changedThere: boolean;
  readonly changedHere: boolean;
  readonly theirs: readonly ComparedLine[];
  readonly mine: readonly ComparedLine[];
}

const fields: readonly {
  readonly label: string;
  readonly read: (content: SessionContent) => readonly string[];
}[] = [
  { label: 'タイトル', read: ({ title }) => [title.trim() || '（なし）'] },
  { label: '説明', read: ({ description }) => [description.trim() || '（なし）'] },
  { label: 'タグ', read: ({ tags }) => (tags.length === 0 ? ['（なし）'] : [tags.join('、')]) },
  { label: '公開範囲', read: ({ visibility }) => [visibilityNames[visibility]] },
  { label: '種目', read: ({ items }) => items.map(describeItem) },
];

/** The fields that are not the same in both, as lines to read. */
export function compareContents(
  base: SessionContent | null,
  theirs: SessionContent,
  mine: SessionContent,
): ComparedField[] {
  return fields
    .map(({ label, read }) => {
      const [there, here] = [read(theirs), read(mine)];
      const before = base === null ? null : read(base);
      return {
        label,
        changedThere: before === null || !isSame(before, there),
        changedHere: before === null || !isSame(before, here),
        theirs: markLines(there, here),
        mine: markLines(here, there),
        same: isSame(there, here),
      };
    })
    .filter(({ same }) => !same)
    .map(({ same: _, ...field }) => field);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** A line that occurs there too, as often, is the same one wherever it stands. */
function markLines(lines: readonly string[], others: readonly string[]): ComparedLine[] {
  const left = [...others];
  return lines.map((text) => {
    const found = left.indexOf(text);
    if (found !== -1) left.splice(found, 1);
    return { text, differs: found === -1 };
  });
}
