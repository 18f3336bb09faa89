import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { PlainButton } from '#ui/plain-button.tsx';
import type { EditedItem } from './edited-content.ts';
import classes from './removed-item.module.css';

interface RemovedItemProps {
  readonly item: EditedItem;
  readonly onUndo: () => void;
}

/** Where the row was. It takes over the focus, which was in the row. */
export function RemovedItem({ item, onUndo }: RemovedItemProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    row.current?.querySelector('button')?.focus();
  }, [item]);
  const name = nameWorkoutType(item.workoutTypeId);
  return (
    <li ref={row} className={classes.removed}>
      <span>{name}を削除しました</span>
      <PlainButton onClick={onUndo} aria-label={`${name}の削除を元に戻す`}>
        <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
        元に戻す
      </PlainButton>
    </li>
  );
}
