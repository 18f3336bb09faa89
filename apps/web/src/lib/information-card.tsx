import { Link } from '@tanstack/react-router';
import { formatGymDate } from './dates.ts';
import classes from './information-card.module.css';
import { splitLinks, type TextPart } from './linked-text.ts';

interface InformationCardProps {
  /** The gym day. */
  readonly date: string;
  readonly isNew: boolean;
  readonly content: string;
}

/** An announcement as members see it; staff see the same before they publish it. */
export function InformationCard({ date, isNew, content }: InformationCardProps) {
  return (
    <article className={classes.card}>
      <header className={classes.header}>
        <time dateTime={date}>{formatGymDate(date)}</time>
        {isNew ? <span className={classes.mark}>新着</span> : null}
      </header>
      <p className={classes.text}>
        {splitLinks(content).map((part) => (
          <TextPartView key={part.at} part={part} />
        ))}
      </p>
    </article>
  );
}

/** Plain text with its line breaks; links in it can be followed. */
function TextPartView({ part: { text, href } }: { readonly part: TextPart }) {
  if (href === null) return text;
  if (href.startsWith('/')) return <Link to={href}>{text}</Link>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
