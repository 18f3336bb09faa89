import { type ReactNode, useId } from 'react';
import { Row, Stack, Text } from '#ui/layout.tsx';
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
      <Text id={id} as="h2" size={16} leading="snug">
        {heading}
      </Text>
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
    <Stack as="ul" gap={12} className={classes.cards} data-paired={paired || undefined}>
      {children}
    </Stack>
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
    <Stack as="article" gap={6} top card className={classes.linkCard}>
      <Row gap={8} align="start" className={classes.head}>
        <Heading className={classes.title}>{link}</Heading>
        {action}
      </Row>
      {children}
    </Stack>
  );
}

export const linkOfCard = classes.linkOfCard;
