import type { ReactNode } from 'react';
import classes from './link-card.module.css';

interface LinkCardProps {
  /** With the class `linkOfCard`; its words are the card's heading. */
  readonly link: ReactNode;
  readonly heading?: 'h2' | 'h3';
  /** The one button that does something else. */
  readonly action: ReactNode;
  /** Paragraphs and lists. */
  readonly children: ReactNode;
}

/** Leads somewhere as a whole, though there is a button on it. */
export function LinkCard({ link, heading: Heading = 'h2', action, children }: LinkCardProps) {
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <Heading className={classes.title}>{link}</Heading>
        {action}
      </div>
      {children}
    </article>
  );
}

export const linkOfCard = classes.link;
