import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  readonly Icon: Icon;
  readonly children: ReactNode;
}

/** Something to know on this page, with a sign. */
export function Notice({ Icon: NoticeIcon, children }: NoticeProps) {
  return (
    <p className={classes.notice}>
      <NoticeIcon size={20} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
