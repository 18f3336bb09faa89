import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { heard } from './heard.ts';

export interface DataRow {
  readonly key: string | number;
  /** The first one names the row. */
  readonly cells: readonly ReactNode[];
}

interface DataTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly DataRow[];
}

/** What a drawing shows, in numbers. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className={classes.table}>
      <caption className={heard}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={columns[index + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
