import { IconChevronRight } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './home-screen.module.css';

const route = getRouteApi('/');

/** Parts come from the features that have something to say today; what has nothing is absent. */
export function HomeScreen({ children }: { readonly children: ReactNode }) {
  const { nickname } = route.useLoaderData();
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>
        <span className={classes.name}>{nickname}</span>
        <span className={classes.suffix}>さん</span>
      </h1>
      {children}
      <nav className={classes.links} aria-label="はじめに">
        <Link to="/tutorial" className={classes.link}>
          ご利用ガイドを見る
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
        <Link to="/settings/userinfo" className={classes.link}>
          プロフィールを編集する
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      </nav>
    </div>
  );
}
