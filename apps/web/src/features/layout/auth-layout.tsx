import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LogoMark } from '#ui/logo.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import classes from './auth-layout.module.css';

interface AuthLayoutProps {
  /** What stands at the right end of the header. */
  readonly corner: ReactNode;
  /** What follows the five places on a rail. */
  readonly furtherPlaces: ReactNode;
  readonly children: ReactNode;
}

/** For signed-in members: logo and announcements above, the five places below or beside. */
export function AuthLayout({ corner, furtherPlaces, children }: AuthLayoutProps) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/" className={classes.logo} aria-label="TANREN ホームへ">
          <LogoMark width={32} />
          <span className={classes.name}>TANREN</span>
        </Link>
        <div className={classes.corner}>{corner}</div>
      </header>
      <main className={classes.content}>{children}</main>
      <NavigationBar>{furtherPlaces}</NavigationBar>
    </div>
  );
}

/**
 * The place of a page of which nothing is known yet: a heading and some cards. It is sent as HTML,
 * where the security policy refuses style attributes.
 */
export function PageSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      <div className={classes.skeletonHeading} />
      <div className={classes.skeletonCard} />
      <div className={classes.skeletonCard} />
    </div>
  );
}
