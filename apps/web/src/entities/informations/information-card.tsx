import { countCharacters } from '@tanren/domain/text';
import { type AnyRoute, Link, useRouter } from '@tanstack/react-router';
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

/** Maximum length of a title in characters: two lines on a phone. */
export const maxTitleLength = 40;

interface TitledText {
  readonly title: string;
  /** What follows the title; empty: the title is all. */
  readonly text: string;
}

/**
 * An announcement is one text: its title is the first line, without the brackets that often stand
 * around it, or the first sentence of a line that is too long for one.
 */
export function splitTitle(content: string): TitledText {
  const [first = '', ...others] = content.trim().split('\n');
  const line = first.trim();
  const following = (rest: string) => [rest, ...others].join('\n').trim();
  const [, bracketed] = /^【([^【】]+)】$/u.exec(line) ?? [];
  if (bracketed !== undefined) return { title: bracketed, text: following('') };
  if (countCharacters(line) <= maxTitleLength) return { title: line, text: following('') };
  const [sentence = ''] = /^[^。！？]+[。！？]/u.exec(line) ?? [];
  if (sentence !== '' && countCharacters(sentence) <= maxTitleLength) {
    return { title: sentence, text: following(line.slice(sentence.length)) };
  }
  // Nothing to cut at: the title is only a beginning, and the text stays whole.
  return { title: `${line.slice(0, maxTitleLength)}…`, text: content.trim() };
}

interface InformationCardProps {
  /** The gym day. */
  readonly date: string;
  readonly content: string;
  /** The page of one announcement has its title for a heading. */
  readonly heading: 'h1' | 'h2' | 'h3';
}

/** An announcement as members see it; staff see the same before they publish it. */
export function InformationCard({ date, content, heading: Heading }: InformationCardProps) {
  const { title, text } = splitTitle(content);
  return (
    <article className={classes.card}>
      <time dateTime={date} className={classes.date}>
        {formatGymDate(date)}
      </time>
      <Heading className={classes.title}>
        <LinkedText text={title} />
      </Heading>
      <InformationText text={text} />
    </article>
  );
}

/** What follows the title of an announcement. */
export function InformationText({ text }: Pick<TitledText, 'text'>) {
  if (text === '') return null;
  return (
    <p className={classes.text}>
      <LinkedText text={text} />
    </p>
  );
}

/** By the name of the page, if the path alone says which. */
function PageLink({ path }: { readonly path: string }) {
  const routes: object = useRouter().routesByPath;
  const page = (routes as Readonly<Record<string, AnyRoute | undefined>>)[path];
  return <Link to={path}>{page?.options.staticData?.title ?? path}</Link>;
}

/** Plain text with its line breaks; links in it can be followed. */
function LinkedText({ text }: { readonly text: string }) {
  return splitLinks(text).map(({ at, href, text: words }) => {
    if (href === null) return words;
    if (href.startsWith('/')) return <PageLink key={at} path={href} />;
    return (
      <a key={at} href={href} target="_blank" rel="noreferrer">
        {words}
      </a>
    );
  });
}
