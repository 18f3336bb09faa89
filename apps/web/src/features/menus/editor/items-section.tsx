import { IconArrowBackUp } from '@tabler/icons-react';
import { menuLimits } from '@tanren/domain/menus/menus';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { FieldError } from '#ui/forms/fields.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { SortableList } from '#ui/lists/sortable-list.tsx';
import type { EditedContent, EditedItem } from './edited-content.ts';
import type { MenuErrors } from './find-menu-errors.ts';
import { ItemCard, useItemRows } from './item-card.tsx';
import classes from './items-section.module.css';
import { menuFieldWords } from './menu-fields.ts';
import { TypeChooser } from './type-chooser.tsx';

interface ItemsSectionProps {
  readonly items: readonly EditedItem[];
  readonly errors: MenuErrors;
  readonly onEdit: (change: (content: EditedContent) => EditedContent) => void;
}

export function ItemsSection({ items, errors, onEdit }: ItemsSectionProps) {
  const id = useId();
  const [news, setNews] = useState('');
  const rows = useItemRows(items, (change) => {
    onEdit((content) => ({ ...content, items: change(content.items) }));
  });
  const { removed } = rows;
  const undo =
    removed === null ? null : <RemovedItem item={removed.item} onUndo={rows.undoRemove} />;
  const full = items.length >= menuLimits.items;
  return (
    <Stack aria-labelledby={id} as="section" gap={8} shrinks>
      <Row as="header" align="baseline" justify="between">
        <SectionHeading id={id}>{menuFieldWords.items.label}</SectionHeading>
        <Text as="span" size={12} quiet>
          {items.length}/{menuLimits.items}
        </Text>
      </Row>
      {items.length === 0 && undo === null ? null : (
        <SortableList
          ids={items.map(({ key }) => key)}
          nameOf={(key) => nameOf(items, key)}
          onMove={rows.move}
        >
          <Stack as="ol" gap={8}>
            {items.map((item, index) => (
              <Fragment key={item.key}>
                {removed?.index === index ? undo : null}
                <ItemCard
                  item={item}
                  index={index}
                  count={items.length}
                  rows={rows}
                  mayDuplicate={!full}
                  errorText={errors.rows[item.key]}
                />
              </Fragment>
            ))}
            {removed?.index === items.length ? undo : null}
          </Stack>
        </SortableList>
      )}
      <FieldError id={`${id}-error`} text={errors.items} />
      <TypeChooser
        full={full}
        empty={items.length === 0}
        describedBy={errors.items === undefined ? undefined : `${id}-error`}
        onChoose={(workoutTypeId) => {
          rows.add(workoutTypeId);
          setNews(
            `${nameWorkoutType(workoutTypeId)}を追加しました。全${items.length + 1}種目です。`,
          );
        }}
      />
      <div className="visually-hidden">
        <StatusText>{news}</StatusText>
      </div>
    </Stack>
  );
}

function nameOf(items: readonly EditedItem[], key: string): string {
  const item = items.find((row) => row.key === key);
  return item === undefined ? '' : nameWorkoutType(item.workoutTypeId);
}

interface RemovedItemProps {
  readonly item: EditedItem;
  readonly onUndo: () => void;
}

/**
 * Shows in place of a removed row that it was removed. The undo button takes over the focus, which
 * was in the row.
 */
function RemovedItem({ item, onUndo }: RemovedItemProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    row.current?.querySelector('button')?.focus();
  }, [item]);
  const name = nameWorkoutType(item.workoutTypeId);
  return (
    <Row
      ref={row}
      as="li"
      gap={8}
      align="center"
      justify="between"
      tall={52}
      size={14}
      quiet
      className={classes.removed}
    >
      <span>{name}を削除しました</span>
      <PlainButton onClick={onUndo} aria-label={`${name}の削除を元に戻す`}>
        <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
        元に戻す
      </PlainButton>
    </Row>
  );
}
