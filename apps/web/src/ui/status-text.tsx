import type { ReactNode } from 'react';
import classes from './status-text.module.css';

/** What is going on, read out as it changes. It has to stand there before it has something to say. */
export function StatusText({ children }: { readonly children: ReactNode }) {
  return <output className={classes.status}>{children}</output>;
}
