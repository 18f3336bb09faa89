import type { Clause, PageBlock, PageText } from './page-document.ts';

export function paragraph(text: PageText): PageBlock {
  return { kind: 'paragraph', text };
}

/** A clause with items is written as its text followed by them. */
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
