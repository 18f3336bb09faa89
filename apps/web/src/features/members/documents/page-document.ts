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
 * because it is also sent as the payload of its page.
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

export function paragraph(text: PageText): PageBlock {
  return { kind: 'paragraph', text };
}

/** Returns a block of clauses. A clause with items is an array of its text and the items. */
export function clauses(...drafts: (PageText | [PageText, ...PageText[]])[]): PageBlock {
  return { kind: 'clauses', clauses: drafts.map(readClause) };
}

function readClause(draft: PageText | [PageText, ...PageText[]]): Clause {
  if (typeof draft === 'string') return { text: draft };
  const [text, ...items] = draft;
  return { text, items };
}

export function list(...items: PageText[]): PageBlock {
  return { kind: 'list', items };
}

export function entries(texts: Readonly<Record<string, PageText>>): PageBlock {
  return {
    kind: 'entries',
    entries: Object.entries(texts).map(([label, text]) => ({ label, text })),
  };
}

export function note(text: PageText): PageBlock {
  return { kind: 'note', text };
}

interface Numbering {
  heading(number: number, heading: string): string;
  /** Returns the words with which another section refers to this one. */
  reference(number: number, heading: string): string;
}

export const articleNumbering: Numbering = {
  heading: (number, heading) => `第${number}条（${heading}）`,
  reference: (number) => `第${number}条`,
};

export const chapterNumbering: Numbering = {
  heading: (number, heading) => `${number}. ${heading}`,
  reference: (number, heading) => `「${number}. ${heading}」`,
};

/**
 * Numbers the sections and replaces `[#anchor]` with a link that has the right number, so that an
 * inserted section cannot leave wrong references.
 */
export function numberSections(
  sections: readonly PageSection[],
  numbering: Numbering,
): readonly PageSection[] {
  const resolve = (id: string) => {
    const index = sections.findIndex((section) => section.id === id);
    const target = sections[index];
    if (!target) throw new Error(`no section is called ${id}`);
    return `[${numbering.reference(index + 1, target.heading)}](#${id})`;
  };
  const numbered = sections.map((section, index) => ({
    ...section,
    heading: numbering.heading(index + 1, section.heading),
  }));
  // Documents are plain data, so texts at any depth can be replaced in their JSON.
  return JSON.parse(
    JSON.stringify(numbered).replaceAll(/\[#([a-z-]+)\]/g, (_, id: string) => resolve(id)),
  ) as PageSection[];
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
