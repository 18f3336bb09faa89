export interface TextPart {
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
