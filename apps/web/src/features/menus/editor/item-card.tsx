import { useId, useState } from 'react';
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { focusInvalidNumber } from '#ui/forms/use-form.ts';
import { Box, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { useSortableRow } from '#ui/lists/sortable-list.tsx';
import {
  addItem,
  changeItem,
  describeSets,
  duplicateItem,
  type EditedItem,
  insertItem,
  moveItem,
  removeItem,
} from './edited-content.ts';
import { ItemFields } from './item-fields.tsx';
import classes from './items-section.module.css';

type Items = readonly EditedItem[];

interface RemovedRow {
  readonly item: EditedItem;
  readonly index: number;
}

/**
 * Returns the state of the exercise list: one row is open at a time, and the last removed row can
 * be restored.
 */
export function useItemRows(items: Items, edit: (change: (items: Items) => Items) => void) {
  const [open, setOpen] = useState<string | null>(null);
  const [removed, setRemoved] = useState<RemovedRow | null>(null);

  function rearrange(change: (items: Items) => Items): void {
    setRemoved(null);
    edit(change);
  }

  return {
    open,
    removed,
    toggle: (key: string) => {
      setOpen(open === key ? null : key);
    },
    change: (key: string, change: Parameters<typeof changeItem>[2]) => {
      edit((before) => changeItem(before, key, change));
    },
    add: (workoutTypeId: number) => {
      rearrange((before) => addItem(before, workoutTypeId));
    },
    duplicate: (key: string) => {
      rearrange((before) => duplicateItem(before, key));
    },
    move: (key: string, toIndex: number) => {
      rearrange((before) => moveItem(before, key, toIndex));
    },
    remove: (key: string) => {
      const index = items.findIndex((item) => item.key === key);
      const item = items[index];
      if (item === undefined) return;
      rearrange((before) => removeItem(before, key));
      setRemoved({ item, index });
    },
    undoRemove: () => {
      if (removed === null) return;
      const { item, index } = removed;
      rearrange((before) => insertItem(before, item, index));
      setOpen(item.key);
    },
  } as const;
}

type ItemRows = ReturnType<typeof useItemRows>;

interface ItemCardProps {
  readonly item: EditedItem;
  readonly index: number;
  readonly count: number;
  readonly rows: ItemRows;
  readonly mayDuplicate: boolean;
  readonly errorText: string | undefined;
}

const toggle = look('row', 'align-center', 'gap-8', 'grow', 'ring-4');

/** Shows one exercise: a summary line while closed, and a form while open. */
export function ItemCard({ item, index, count, rows, mayDuplicate, errorText }: ItemCardProps) {
  const id = useId();
  const { row, handle } = useSortableRow(item.key);
  const open = rows.open === item.key;
  const name = nameWorkoutType(item.workoutTypeId);
  return (
    <Box {...row} as="li" card className={classes.card} data-open={open || undefined}>
      <Row>
        <button
          type="button"
          {...handle}
          className={`${look('ring-4')} ${classes.handle}`}
          aria-label={`${name}を並べ替える`}
        >
          <IconGripVertical size={20} stroke={1.75} aria-hidden />
        </button>
        <button
          type="button"
          className={`${toggle} ${classes.toggle}`}
          aria-expanded={open}
          aria-controls={open ? `${id}-inside` : undefined}
          aria-describedby={errorText === undefined ? undefined : `${id}-fault`}
          data-fault={errorText === undefined ? undefined : ''}
          data-item={item.key}
          onClick={(event) => {
            const list = event.currentTarget.closest('ol');
            // Closing a row would lose invalid text that was typed in it, so the text is focused
            // instead.
            if (list === null || !focusInvalidNumber(list)) rows.toggle(item.key);
          }}
        >
          <MachineDrawing workoutTypeId={item.workoutTypeId} size={48} />
          <Stack as="span" grow>
            <Text as="span" weight={700} leading={24}>
              {index + 1}. {name}
            </Text>
            <Note as="span" className={classes.summary}>
              {describeSets(item)}
            </Note>
          </Stack>
          <IconChevronDown
            size={20}
            stroke={1.75}
            aria-hidden
            className={`${look('quiet')} ${classes.chevron}`}
          />
        </button>
      </Row>
      {errorText === undefined ? null : (
        <Row
          id={`${id}-fault`}
          as="p"
          gap={4}
          align="start"
          size={14}
          alarming
          leading={24}
          className={classes.fault}
        >
          <IconAlertCircle size={16} stroke={2} aria-hidden className={look('above-4')} />
          {errorText}
        </Row>
      )}
      {open ? (
        <Stack id={`${id}-inside`} gap={12} className={classes.inside}>
          <ItemFields
            item={item}
            onChange={(change) => {
              rows.change(item.key, change);
            }}
          />
          <ItemActions
            index={index}
            count={count}
            itemKey={item.key}
            rows={rows}
            mayDuplicate={mayDuplicate}
          />
        </Stack>
      ) : null}
    </Box>
  );
}

interface ItemActionsProps {
  readonly itemKey: string;
  readonly index: number;
  readonly count: number;
  readonly rows: ItemRows;
  readonly mayDuplicate: boolean;
}

/** Shows the buttons of a row, including moving it for members who cannot drag. */
function ItemActions({ itemKey, index, count, rows, mayDuplicate }: ItemActionsProps) {
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
          // `disabled` would lose the focus when the row reaches the end of the list.
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
