import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LogoBar } from '#ui/logo-bar.tsx';
import { LogoMark } from '#ui/logo.tsx';
import classes from './simple-layout.module.css';

/** For pages on the way in: nothing but the logo above, so that nothing leads away. */
export function SimpleLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <LogoBar>
        <Link to="/" className={classes.logo} aria-label="TANREN トップへ">
          <LogoMark width={40} />
        </Link>
      </LogoBar>
      <main className={classes.content}>{children}</main>
    </>
  );
}
