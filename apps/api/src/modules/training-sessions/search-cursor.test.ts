import { sessionSorts } from '@tanren/contract/training-sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSearchCursor, encodeSearchCursor } from './session-search.store.ts';

const places = fc.record({
  sort: fc.constantFrom(...sessionSorts),
  value: fc.nat({ max: 2_147_483_647 }).map(String),
  id: fc.nat({ max: 2_147_483_647 }),
});

test('what is encoded is decoded, and only by its own sort', () => {
  fc.assert(
    fc.property(places, ({ sort, ...position }) => {
      const cursor = encodeSearchCursor(sort, position);
      expect(cursor).toMatch(/^[\w-]{1,60}$/);
      expect(decodeSearchCursor(sort, cursor)).toEqual(position);
      expect(decodeSearchCursor(sort === 'new' ? 'favorites' : 'new', cursor)).toBeNull();
    }),
  );
});

test('nothing else is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sessionSorts),
      fc.string({ unit: 'binary' }),
      (sort, text) => decodeSearchCursor(sort, text) === null,
    ),
  );
});

test.each([
  'n1.',
  'n.1',
  'n1',
  '1.1',
  'n-1.1',
  'n1.5.1',
  'n1e3.1',
  'n1.2147483648',
  'f2147483648.1',
  'n12345678901234567.1',
  'n١.1',
  ' n1.1',
  'N1.1',
])('a cursor of %j is none', (text) => {
  const cursor = Buffer.from(text).toString('base64url');
  for (const sort of sessionSorts) expect(decodeSearchCursor(sort, cursor)).toBeNull();
});

test('other spellings of the same bytes are none', () => {
  const cursor = encodeSearchCursor('new', { value: '1', id: 1 });
  for (const other of [`${cursor}=`, ` ${cursor}`, `${cursor}!`]) {
    expect(decodeSearchCursor('new', other)).toBeNull();
  }
});
