import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { PlainButton } from '#ui/plain-button.tsx';
import classes from './item-actions.module.css';
import type { ItemRows } from './use-item-rows.ts';

interface ItemActionsProps {
  readonly itemKey: string;
  readonly index: number;
  readonly count: number;
  readonly rows: ItemRows;
  readonly mayDuplicate: boolean;
}

/** What can be done with a row; moving too, for those who cannot drag. */
export function ItemActions({ itemKey, index, count, rows, mayDuplicate }: ItemActionsProps) {
  const actions = [
    {
      label: '上へ',
      Icon: IconArrowUp,
      possible: index > 0,
      act: () => {
        rows.move(itemKey, index - 1);
      },
    },
    {
      label: '下へ',
      Icon: IconArrowDown,
      possible: index < count - 1,
      act: () => {
        rows.move(itemKey, index + 1);
      },
    },
    {
      label: '複製',
      Icon: IconCopy,
      possible: mayDuplicate,
      act: () => {
        rows.duplicate(itemKey);
      },
    },
    {
      label: '削除',
      Icon: IconTrash,
      possible: true,
      act: () => {
        rows.remove(itemKey);
      },
    },
  ];
  return (
    <div className={classes.actions}>
      {actions.map(({ label, Icon, possible, act }) => (
        <PlainButton
          key={label}
          // Not `disabled`: at the end of the list that would throw the focus away.
          aria-disabled={!possible}
          onClick={() => {
            if (possible) act();
          }}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
        </PlainButton>
      ))}
    </div>
  );
}
