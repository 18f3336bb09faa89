import type { ReactNode } from 'react';
import classes from './pinned.module.css';

/** What stays in sight: above the navigation on a phone, in its column on a desktop. */
export function Pinned({ children }: { readonly children: ReactNode }) {
  return <div className={classes.pinned}>{children}</div>;
}
