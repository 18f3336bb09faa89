import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-sheet.module.css';

interface PrintSheetProps {
  /** Class that names the format of the paper. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Renders the content that is printed instead of the page. */
export function PrintSheet({ className, children }: PrintSheetProps) {
  return createPortal(
    <div className={`${classes.sheet} ${className}`}>{children}</div>,
    document.body,
  );
}
