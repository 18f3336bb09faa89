import type { ReactNode } from 'react';
import classes from './logo-bar.module.css';

/** The bar above a page, with the logo in its middle. */
export function LogoBar({ children }: { readonly children: ReactNode }) {
  return <header className={classes.bar}>{children}</header>;
}
