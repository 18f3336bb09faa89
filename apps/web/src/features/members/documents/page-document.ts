/** Names of the guide's pictures. Documents refer to them, and components draw them. */
export type PictureName =
  | 'register'
  | 'profile'
  | 'plan'
  | 'link'
  | 'workout'
  | 'records'
  | 'body-map'
  | 'next-load'
  | 'session'
  | 'ranking'
  | 'reservation'
  | 'trainer';

/**
 * A text page that is the same for every reader and rendered at build time. It is plain data,
 * because it is also sent as the payload of its page. `build/page-documents.ts` reads it from
 * Markdown.
 */
export interface PageDocument {
  readonly title: string;
  readonly lead: PageText;
  /** Short facts about the text itself, such as its version. */
  readonly facts?: readonly Entry[];
  readonly sections: readonly PageSection[];
  /** Links to pages that the reader may want to read next. */
  readonly related?: readonly PageText[];
}

export interface PageSection {
  /** Anchor of the section. External links rely on it, so it never changes once published. */
  readonly id: string;
  readonly heading: string;
  /** Number of a step. Articles have their number in the heading. */
  readonly step?: number;
  readonly blocks: readonly PageBlock[];
  readonly picture?: PictureName;
}

/** Text in which `[words](/path)` and `[words](#anchor)` are links. */
export type PageText = string;

export type PageBlock =
  | { readonly kind: 'paragraph'; readonly text: PageText }
  | { readonly kind: 'clauses'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'list'; readonly items: readonly PageText[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'note'; readonly text: PageText };

/** A numbered paragraph of an article, with its numbered items. */
export interface Clause {
  readonly text: PageText;
  readonly items?: readonly PageText[];
}

export interface Entry {
  readonly label: string;
  readonly text: PageText;
}

export interface TextLink {
  readonly words: string;
  readonly href: string;
}

const linkPattern = /\[(?<words>[^\]]+)\]\((?<href>[^)]+)\)/g;

/** Splits a text into words and links, in their order. */
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
