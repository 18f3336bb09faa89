import type { PictureName } from './picture-name.ts';

/**
 * A page that is text: the same for everybody, written out at build time. It is plain data, since
 * it also travels as the payload of its page.
 */
export interface PageDocument {
  readonly title: string;
  readonly lead: PageText;
  /** Short facts about the text itself, such as its version. */
  readonly facts?: readonly Entry[];
  readonly sections: readonly PageSection[];
  /** Where a reader may want to go on. */
  readonly related?: readonly PageText[];
}

export interface PageSection {
  /** The anchor. Links from outside rely on it: once published it stays. */
  readonly id: string;
  readonly heading: string;
  /** The number of a step; articles carry theirs in the heading. */
  readonly step?: number;
  readonly blocks: readonly PageBlock[];
  readonly picture?: PictureName;
}

/** Words in which `[words](/path)` and `[words](#anchor)` are links. */
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
