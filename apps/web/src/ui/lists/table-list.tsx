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
      <Stack as="ul" gap={8} className={classes.rows} data-paired={paired || undefined}>
        {children}
      </Stack>
    </div>
  );
}

export const tableRow = classes.row;
/** Class for the name of a value, which is hidden where the column heading is visible. */
export const columnName = classes.columnName;
