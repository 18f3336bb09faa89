import { Link } from '@tanstack/react-router';
import { formatGymDate } from '#lib/dates.ts';
import classes from './information-card.module.css';

interface TextPart {
  readonly text: string;
  /** A path of this app or an https address; null: plain text. */
  readonly href: string | null;
  /** Where it begins: tells parts of the same text apart. */
  readonly at: number;
}

/**
 * Addresses end before Japanese text and punctuation. Paths stand alone: after a space, a line
 * break or an opening bracket, so that 9/30, km/h and the </b> of HTML are not taken for one.
 */
const links =
  /https:\/\/[\w\-./?%&=#~:@+]+[\w\-/=#]|(?<![\w/.<])\/(?:[a-z][a-z-]*)(?:\/[a-z0-9-]+)*/g;

/** Splits a plain text into parts, so that links can be drawn as links and all else stays text. */
export function splitLinks(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of content.matchAll(links)) {
    if (match.index > end)
      parts.push({ text: content.slice(end, match.index), href: null, at: end });
    parts.push({ text: match[0], href: match[0], at: match.index });
    end = match.index + match[0].length;
  }
  if (end < content.length) parts.push({ text: content.slice(end), href: null, at: end });
  return parts;
}

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
