import { countCharacters } from '@tanren/domain/text';
import { type AnyRoute, Link, useRouter } from '@tanstack/react-router';
import { formatGymDate } from '#lib/dates.ts';
import { Box, Note, Text } from '#ui/layout.tsx';
import classes from './announcement-card.module.css';

interface TextPart {
  readonly text: string;
  /** Path of this app or an https address. `null` for plain text. */
  readonly href: string | null;
  /** Offset of the part in the whole text. It serves as the React key. */
  readonly at: number;
}

/**
 * Matches https addresses and paths of this app. An address ends before Japanese text and
 * punctuation. A path must follow a space, a line break or an opening bracket, so that 9/30, km/h
 * and the </b> of HTML do not match.
 */
const links =
  /https:\/\/[\w\-./?%&=#~:@+]+[\w\-/=#]|(?<![\w/.<])\/(?:[a-z][a-z-]*)(?:\/[a-z0-9-]+)*/g;

/** Splits a plain text into parts, so that links are drawn as links and the rest stays text. */
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
  /** Text after the title. Empty when the announcement has only a title. */
  readonly text: string;
}

/**
 * Splits an announcement, which is stored as one text. The title is the first line without the
 * brackets around it, or the first sentence when the line is too long for a title.
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
  // There is no sentence to cut at: the title is a shortened beginning, and the text stays whole.
  return { title: `${line.slice(0, maxTitleLength)}…`, text: content.trim() };
}

interface AnnouncementCardProps {
  /** Date of the announcement in the time zone of the gym. */
  readonly date: string;
  readonly content: string;
  /** Heading level of the title. The page of a single announcement uses `h1`. */
  readonly heading: 'h1' | 'h2' | 'h3';
}

/** Shows an announcement as members see it. Staff see the same preview before they publish it. */
export function AnnouncementCard({ date, content, heading }: AnnouncementCardProps) {
  const { title, text } = splitTitle(content);
  return (
    <Box as="article" card padding={16} className={classes.card}>
      <Note dateTime={date} as="time">
        {formatGymDate(date)}
      </Note>
      <Text as={heading} size={20} leading="snug" above={4}>
        <LinkedText text={title} />
      </Text>
      <AnnouncementText text={text} />
    </Box>
  );
}

/** Shows the text after the title of an announcement. */
export function AnnouncementText({ text }: Pick<TitledText, 'text'>) {
  if (text === '') return null;
  return (
    <Text above={16} lines className={classes.text}>
      <LinkedText text={text} />
    </Text>
  );
}

/** Links to a page of this app by its title, or by the path when no page has exactly that path. */
function PageLink({ path }: { readonly path: string }) {
  const routes: object = useRouter().routesByPath;
  const page = (routes as Readonly<Record<string, AnyRoute | undefined>>)[path];
  return <Link to={path}>{page?.options.staticData?.title ?? path}</Link>;
}

/** Renders plain text and turns the addresses in it into links. */
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
