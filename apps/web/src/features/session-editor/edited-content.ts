import type { SessionContent, SessionItem } from '@tanren/contract/training-sessions';
import { normalizeDescription, normalizeTitle } from '@tanren/domain/training-session-texts';

/** The key is the row's own: two rows may be the same exercise. */
export interface EditedItem extends Readonly<SessionItem> {
  readonly key: string;
}

/** What stands in the form: texts as typed. */
export interface EditedContent extends Readonly<Omit<SessionContent, 'tags' | 'items'>> {
  readonly tags: readonly string[];
  readonly items: readonly EditedItem[];
}

let lastKey = 0;

export function makeItemKey(): string {
  lastKey += 1;
  return `item-${lastKey}`;
}

export const emptyContent: EditedContent = {
  title: '',
  description: '',
  tags: [],
  visibility: 'private',
  items: [],
};

export function toEdited(content: SessionContent): EditedContent {
  const { title, description, tags, visibility, items } = content;
  const keyed = items.map((item) => ({ ...pickItem(item), key: makeItemKey() }));
  return { title, description, tags: [...tags], visibility, items: keyed };
}

/** What is sent, and what a draft keeps, is what the form shows; the server tidies it up. */
export function toContent(edited: EditedContent): SessionContent {
  const { title, description, tags, visibility, items } = edited;
  return { title, description, tags: [...tags], visibility, items: items.map(pickItem) };
}

function pickItem({ workoutTypeId, sets, reps, loadKg, restSeconds }: SessionItem): SessionItem {
  return { workoutTypeId, sets, reps, loadKg, restSeconds };
}

/** A space at the end is no difference: it would not be kept. */
export function isSameContent(a: SessionContent, b: SessionContent): boolean {
  return fingerprint(a) === fingerprint(b);
}

function fingerprint({ title, description, tags, visibility, items }: SessionContent): string {
  const texts = [normalizeTitle(title), normalizeDescription(description)];
  return JSON.stringify([...texts, tags, visibility, items.map(pickItem)]);
}
