import type { ReactNode } from 'react';
import classes from './page-links.module.css';

/** Where else to go, below the form. */
export function PageLinks({ children }: { readonly children: ReactNode }) {
  return <div className={classes.links}>{children}</div>;
}
