import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  readonly heading: string;
  readonly children: ReactNode;
}

/** One matter of a page, under its name. */
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

/** For links that are a whole card. */
export const cardLink = `${classes.card} ${classes.link}`;
