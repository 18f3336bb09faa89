import type { Plugin } from 'vite';
import type {
  Clause,
  Entry,
  PageBlock,
  PageDocument,
  PageSection,
} from '#features/members/documents/page-document.ts';

/** Turns a Markdown file into a module that exports it as `pageDocument`. */
export const pageDocuments: Plugin = {
  name: 'page-documents',
  transform: {
    filter: { id: /\/features\/members\/documents\/[\w-]+\.md$/ },
    handler: (markdown) => ({
      code: `export const pageDocument = ${JSON.stringify(readDocument(markdown))};`,
      moduleType: 'js',
    }),
  },
};

interface Numbering {
  number(index: number, section: PageSection): PageSection;
  /** Returns the words with which another section refers to this one. */
  reference(index: number, section: PageSection): string;
}

const numberings: Readonly<Record<string, Numbering>> = {
  articles: {
    number: (index, section) => ({ ...section, heading: `第${index + 1}条（${section.heading}）` }),
    reference: (index) => `第${index + 1}条`,
  },
  chapters: {
    number: (index, section) => ({ ...section, heading: `${index + 1}. ${section.heading}` }),
    reference: (index, { heading }) => `「${index + 1}. ${heading}」`,
  },
  steps: {
    number: (index, section) =>
      section.picture === undefined ? section : { ...section, step: index + 1 },
    reference: (_index, { heading }) => `「${heading}」`,
  },
};

/**
 * Reads a document. Its sections are numbered, and `[#anchor]` becomes a link with the right
 * number, so that an inserted section cannot leave wrong references.
 */
export function readDocument(markdown: string): PageDocument {
  const [, kind = '', body = ''] = /^---\nnumbering: (\w+)\n---\n(.*)$/s.exec(markdown) ?? [];
  const numbering = numberings[kind];
  if (numbering === undefined) throw new Error('the document does not say how it is numbered');
  const [main = '', end = ''] = body.split('\n---\n');
  const [head = '', ...parts] = main.split(/^## /m);
  const [title = '', lead = '', facts] = splitBlocks(head);
  const related = splitBlocks(end).flatMap(readItems);
  const sections = parts.map(readSection);
  const document: PageDocument = {
    title: title.replace('# ', ''),
    lead: unescape(lead),
    ...(facts !== undefined && { facts: readEntries(facts) }),
    sections: sections.map((section, index) => numbering.number(index, section)),
    ...(related.length > 0 && { related }),
  };
  const refer = (id: string) => {
    const index = sections.findIndex((section) => section.id === id);
    const target = sections[index];
    if (target === undefined) throw new Error(`no section is called ${id}`);
    return `[${numbering.reference(index, target)}](#${id})`;
  };
  // Documents are plain data, so texts at any depth can be replaced in their JSON.
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replaceAll(/\[#([a-z-]+)\]/g, (_, id: string) => refer(id)),
  ) as PageDocument;
}

function splitBlocks(text: string): string[] {
  return text.split(/\n{2,}/).flatMap((block) => block.trim() || []);
}

/** Reads a section such as `## Heading {#anchor}`. With `.picture` it has the picture of its anchor. */
function readSection(text: string): PageSection {
  const [line = '', ...blocks] = splitBlocks(text);
  const [, heading = '', id = '', picture] = /^(.+) \{#([a-z-]+)( \.picture)?\}$/.exec(line) ?? [];
  if (id === '') throw new Error(`the section ${line} has no anchor`);
  return {
    id,
    heading: unescape(heading),
    blocks: blocks.map(readBlock),
    ...(picture !== undefined && { picture: id as NonNullable<PageSection['picture']> }),
  };
}

function readBlock(block: string): PageBlock {
  if (block.startsWith('> ')) return { kind: 'note', text: unescape(block.slice(2)) };
  if (block.startsWith('- **')) return { kind: 'entries', entries: readEntries(block) };
  if (block.startsWith('- ')) return { kind: 'list', items: readItems(block) };
  if (block.startsWith('1. ')) return { kind: 'clauses', clauses: readClauses(block) };
  return { kind: 'paragraph', text: unescape(block) };
}

function readItems(block: string): string[] {
  return block.split('\n').map((line) => unescape(line.replace('- ', '').trim()));
}

/** Reads lines such as `- **label**：text`. */
function readEntries(block: string): Entry[] {
  return block.split('\n').map((line) => {
    const [, label, text = ''] = /^- \*\*(.+?)\*\*：(.+)$/.exec(line) ?? [];
    if (label === undefined) throw new Error(`${line} has no label`);
    return { label: unescape(label), text: unescape(text) };
  });
}

/** Reads a numbered list, in which each clause may have a list of items. */
function readClauses(block: string): Clause[] {
  return block.split(/\n(?=\d+\. )/).map((clause) => {
    const [text = '', ...items] = clause.split('\n');
    return {
      text: unescape(text.replace(/^\d+\. /, '')),
      ...(items.length > 0 && { items: readItems(items.join('\n')) }),
    };
  });
}

function unescape(text: string): string {
  return text.replaceAll(/\\([\\*_])/g, '$1');
}
