import type { PageText } from './page-document.ts';

export interface TextLink {
  readonly words: string;
  readonly href: string;
}

const linkPattern = /\[(?<words>[^\]]+)\]\((?<href>[^)]+)\)/g;

/** Takes a text apart into words and links, in their order. */
export function readLinks(text: PageText): (string | TextLink)[] {
  const parts: (string | TextLink)[] = [];
  let end = 0;
  for (const match of text.matchAll(linkPattern)) {
    const { words = '', href = '' } = match.groups ?? {};
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ words, href });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
