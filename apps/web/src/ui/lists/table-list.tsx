import type { CSSProperties, ReactNode } from 'react';
import { Stack } from '#ui/layout.tsx';
import classes from './table-list.module.css';

interface TableListProps {
  /** Widths of the columns on wide screens, in px and fr, so that all rows agree. */
  readonly columns: string;
  /**
   * Headings of the columns. Screen readers skip them, because each row names its values itself.
   */
  readonly names: readonly string[];
  /** Whether two cards are beside each other on a tablet. */
  readonly paired?: boolean;
  /** List items, each with one element of the class `tableRow`. */
  readonly children: ReactNode;
}

/** Shows a list of cards on a phone and a tablet, and rows in columns on a desktop. */
export function TableList({ columns, names, paired = false, children }: TableListProps) {
  const widths: CSSProperties & { readonly '--columns': string } = { '--columns': columns };
  return (
    <div className={classes.table} style={widths}>
      <div className={classes.names} aria-hidden>
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <Stack as="ul" gap={paired ? 12 : 8} fit={paired ? 340 : undefined} className={classes.rows}>
        {children}
      </Stack>
    </div>
  );
}

export const tableRow = classes.row;

/** Class for parts of a row whose children are cells on a desktop. */
export const tableParts = classes.parts;

interface TableCell {
  /** Whether it is higher than other cells, which are then aligned to its top. */
  readonly tall?: boolean;
  readonly className?: string | undefined;
}

/** Returns the attributes of an element that is a cell of its row on a desktop. */
export function tableCell(column: number, { tall = false, className = '' }: TableCell = {}) {
  const style: CSSProperties & { readonly '--column': number } = { '--column': column };
  return { className: `${classes.cell} ${className}`, style, 'data-tall': tall || undefined };
}

/** Class for a part below the cells of a row, from the second column on. */
export const tableRest = classes.rest;

/** Class for the buttons of a row. */
export const tableActions = classes.actions;

/** Class for the name of a value, which is hidden where the column heading is visible. */
export const columnName = classes.columnName;
