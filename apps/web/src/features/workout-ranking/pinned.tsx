import type { ReactNode } from 'react';
import classes from './pinned.module.css';

/** What stays in sight wherever the list is: above the navigation on a phone, beside the list on a desktop. */
export function Pinned({ children }: { readonly children: ReactNode }) {
  return <div className={classes.pinned}>{children}</div>;
}
