import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-sheet.module.css';

/** What the printer gets instead of the page. */
export function PrintSheet({ children }: { readonly children: ReactNode }) {
  return createPortal(<div className={classes.sheet}>{children}</div>, document.body);
}
