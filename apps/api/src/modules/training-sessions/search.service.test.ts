import { randomUUID } from 'node:crypto';
import { type SessionSort, sessionSorts } from '@tanren/contract/training-sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trainingSessionSearch, trainingSessions } from '#db/schema/training-sessions.ts';
import { planItem } from '#test/support/training-sessions.ts';
import { createTestDatabase } from '#test/support/database.ts';
import type { SessionFilter } from './session-search.store.ts';
import { findSessions } from './session-search.service.ts';

const { db } = await createTestDatabase();

interface Kept extends Pick<typeof trainingSessionSearch.$inferInsert, 'text' | 'publishedAt'> {
  readonly id: number;
  readonly tags: string[];
  readonly workoutTypeIds: number[];
  readonly favoriteCount: number;
}

/** Few letters, so that words meet by chance, across others and in parts; one of them is rare. */
const letters = ['あ', 'い', 'う', '脚', '%', '_', '\\', '𠮷', 'ゑ'];
const letter = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...letters.slice(0, 5)) },
  { weight: 3, arbitrary: fc.constantFrom(...letters) },
);
const word = (maxLength: number) =>
  fc.array(letter, { minLength: 1, maxLength }).map((of) => of.join(''));
const tag = fc.constantFrom('筋とれ', '時短', 'か"ん,ま{}', 'null');

const contents = fc.record({
  text: fc.array(word(6), { maxLength: 6 }).map((words) => words.join(' ')),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  workoutTypeIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  // Many at one instant and with as many favourites: the id decides.
  publishedAt: fc.integer({ min: 0, max: 40 }).map((n) => new Date(Date.UTC(2026, 0, 1, 0, 0, n))),
  favoriteCount: fc.integer({ min: 0, max: 12 }),
});

const sessions = await keep(fc.sample(contents, { numRuns: 400, seed: 7 }));

async function keep(made: (typeof contents extends fc.Arbitrary<infer T> ? T : never)[]) {
  const rows = made.map(({ publishedAt, favoriteCount }) => ({
    authorSub: randomUUID(),
    title: '',
    description: '',
    tags: [],
    visibility: 'public' as const,
    items: [planItem()],
    createdAt: publishedAt,
    updatedAt: publishedAt,
    publishedAt,
    favoriteCount,
  }));
  const ids = await db.insert(trainingSessions).values(rows).returning({ id: trainingSessions.id });
  const kept = made.map((content, n): Kept => ({ ...content, id: ids[n]?.id ?? 0 }));
  await db
    .insert(trainingSessionSearch)
    .values(kept.map(({ id, ...content }) => ({ trainingSessionId: id, ...content })));
  // Private ones have no text to be found by, but stand in the order of favourites, once shown.
  const hidden = rows.map((row) => ({ ...row, visibility: 'private' as const }));
  await db.insert(trainingSessions).values(hidden.slice(0, 100));
  return kept;
}

/** By looking at each of them. */
function filterAll({ words, tag: wanted, workoutTypeId }: SessionFilter, sort: SessionSort) {
  const rank = ({ publishedAt, favoriteCount }: Kept) =>
    sort === 'new' ? publishedAt.getTime() : favoriteCount;
  return sessions
    .filter(({ text }) => words.every((each) => text.includes(each)))
    .filter(({ tags }) => wanted === null || tags.includes(wanted))
    .filter(({ workoutTypeIds: of }) => workoutTypeId === null || of.includes(workoutTypeId))
    .toSorted((one, other) => rank(other) - rank(one) || other.id - one.id)
    .map(({ id }) => id);
}

const searches = fc.record({
  words: fc.uniqueArray(word(3), { maxLength: 3 }),
  tag: fc.option(tag, { freq: 3 }),
  workoutTypeId: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 3 }),
  sort: fc.constantFrom(...sessionSorts),
  limit: fc.integer({ min: 1, max: 60 }),
  // From walks that end at once to those that see everything.
  walks: fc.record({
    first: fc.integer({ min: 1, max: 300 }),
    near: fc.integer({ min: 1, max: 500 }),
    further: fc.integer({ min: 1, max: 500 }),
  }),
});

test('page by page it is what a look at every session finds, none twice, none left out', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async ({ walks, ...search }) => {
      const pages: number[][] = [];
      let after = null;
      for (;;) {
        const page = await findSessions(db, { ...search, after }, walks);
        expect(page.length).toBeLessThanOrEqual(search.limit);
        pages.push(page.map(({ id }) => id));
        if (page.length < search.limit) break;
        after = page.at(-1) ?? null;
      }
      expect(pages.flat()).toEqual(filterAll(search, search.sort));
    }),
    { numRuns: 150 },
  );
});

test('the searches above meet many, few and none', () => {
  const counts = fc
    .sample(searches, { numRuns: 300, seed: 7 })
    .map((search) => filterAll(search, search.sort).length);
  expect(counts.some((count) => count > 100)).toBe(true);
  expect(counts.filter((count) => count > 0 && count < 20).length).toBeGreaterThan(20);
  expect(counts).toContain(0);
});
