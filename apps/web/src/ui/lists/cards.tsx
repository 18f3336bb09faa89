import { type ReactNode, useId } from 'react';
import { Box, look, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './cards.module.css';

interface CardProps {
  readonly heading: string;
  readonly children: ReactNode;
}

/** Groups content under a heading. */
export function Card({ heading, children }: CardProps) {
  const id = useId();
  return (
    <Box as="section" card padding={16} shrinks whiteErrors aria-labelledby={id}>
      <Text id={id} as="h2" size={16} leading="snug">
        {heading}
      </Text>
      {children}
    </Box>
  );
}

/** Class for links that are a whole card. */
export const cardLink = `${classes.whole} ${look('pressable', 'bare')}`;

interface CardListProps {
  /** Whether two cards of equal height are beside each other from a tablet on. */
  readonly paired?: boolean;
  /** List items. */
  readonly children: ReactNode;
}

export function CardList({ paired = false, children }: CardListProps) {
  return (
    <Stack as="ul" gap={12} from={paired ? 768 : undefined} level={paired}>
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
export function LinkCard({ link, heading = 'h2', action, children }: LinkCardProps) {
  return (
    <Stack as="article" gap={6} top card pressable className={classes.linkCard}>
      <Row gap={8} align="start" className={classes.head}>
        <Text as={heading} size={16} grow above={8}>
          {link}
        </Text>
        {action}
      </Row>
      {children}
    </Stack>
  );
}

export const linkOfCard = `${look('cover', 'bare')} ${classes.linkOfCard}`;
