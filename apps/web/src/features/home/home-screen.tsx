import { IconChevronRight } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './home-screen.module.css';

const route = getRouteApi('/');

interface HomeScreenProps {
  /** From the features that have something to say today; what has nothing is absent. */
  readonly children: ReactNode;
  /** What came when the page stood already: at its end, where it moves nothing under a finger. */
  readonly latecomer: ReactNode;
}

export function HomeScreen({ children, latecomer }: HomeScreenProps) {
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
      {latecomer}
    </div>
  );
}
