import type { ReactNode } from 'react';
import classes from './page.module.css';
import { Unbroken } from '#ui/unbroken.tsx';

interface PageProps {
  readonly title: string;
  /** The kind of page where the title is a name. */
  readonly above?: ReactNode;
  readonly lead?: ReactNode;
  /** Before the title, and no larger than 96 px. */
  readonly picture?: ReactNode;
  /** As wide as a tablet allows: for pages that stand in columns there. */
  readonly wide?: boolean;
  /** What can be done with the whole page. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page of groups below each other, under its name. */
export function Page({ title, above, lead, picture, wide = false, action, children }: PageProps) {
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <header className={classes.head}>
        {picture}
        <div className={classes.words}>
          {above === undefined ? null : <div className={classes.above}>{above}</div>}
          <h1 className={classes.title}>
            <Unbroken text={title} />
          </h1>
          {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

/** For an action of a page that is a button as wide as a phone. */
export const wideAction = classes.wideAction;

/** What stays in sight: above the navigation on a phone, in its column on a desktop. */
export function StickyFooter({ children }: { readonly children: ReactNode }) {
  return <div className={classes.sticky}>{children}</div>;
}

interface ScrollBoxProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A long text in a short place. In the order of the tab key, so that a keyboard can scroll it. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    <section className={classes.scrollBox} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
