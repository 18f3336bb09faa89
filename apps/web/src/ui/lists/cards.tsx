import { type ReactNode, useId } from 'react';
import classes from './cards.module.css';

interface CardProps {
  readonly heading: string;
  readonly children: ReactNode;
}

/** Groups content under a heading. */
export function Card({ heading, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** Class for links that are a whole card. */
export const cardLink = `${classes.card} ${classes.whole}`;

interface CardListProps {
  /** Whether two cards of equal height are beside each other from a tablet on. */
  readonly paired?: boolean;
  /** List items. */
  readonly children: ReactNode;
}

export function CardList({ paired = false, children }: CardListProps) {
  return (
    <ul className={classes.cards} data-paired={paired || undefined}>
      {children}
    </ul>
  );
}

interface LinkCardProps {
  /** Link with the class `linkOfCard`. Its text is the card's heading. */
  readonly link: ReactNode;
  readonly heading?: 'h2' | 'h3';
  /** The one button with another action. */
  readonly action: ReactNode;
  /** Paragraphs and lists. */
  readonly children: ReactNode;
}

/** Shows a card that is a link as a whole but contains a button. */
export function LinkCard({ link, heading: Heading = 'h2', action, children }: LinkCardProps) {
  return (
    <article className={classes.linkCard}>
      <div className={classes.head}>
        <Heading className={classes.title}>{link}</Heading>
        {action}
      </div>
      {children}
    </article>
  );
}

export const linkOfCard = classes.linkOfCard;
