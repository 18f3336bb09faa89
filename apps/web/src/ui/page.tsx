import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** What kind of page it is, where the title is a name. */
  readonly above?: ReactNode;
  readonly lead?: ReactNode;
  /** What can be done with the whole page. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page of groups below each other, under its name. */
export function Page({ title, above, lead, action, children }: PageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.words}>
          {above === undefined ? null : <div className={classes.above}>{above}</div>}
          <h1 className={classes.title}>{title}</h1>
          {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
