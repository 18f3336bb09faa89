import type { CSSProperties, ReactNode } from 'react';
import classes from './table-list.module.css';

interface TableListProps {
  /** The widths of the columns where there is room, in px and fr, so that all rows agree. */
  readonly columns: string;
  /** What stands in each. Not read out: a row says by itself what its words are. */
  readonly names: readonly string[];
  /** Two cards beside each other on a tablet. */
  readonly paired?: boolean;
  /** List items, each with one element of the class `tableRow`. */
  readonly children: ReactNode;
}

/** A list of cards on a phone and a tablet, rows in columns on a desktop. */
export function TableList({ columns, names, paired = false, children }: TableListProps) {
  const widths: CSSProperties & { readonly '--columns': string } = { '--columns': columns };
  return (
    <div className={classes.table} style={widths}>
      <div className={classes.names} aria-hidden>
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul className={classes.rows} data-paired={paired || undefined}>
        {children}
      </ul>
    </div>
  );
}

export const tableRow = classes.row;
/** What the head of a column says for those who see it. */
export const columnName = classes.columnName;
